import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { newFileModes } from "../../../src/install/client-files.ts";
import { readSettings, removeSettings, writeSettings } from "../../../src/install/settings-file.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { clientOf, install, makeMachine, planOn, uninstall } from "./make-machine.ts";

const fresh = newFileModes("user");
const modeOf = (path: string) => statSync(path).mode & 0o7777;

describe("a write", () => {
  test.each([0o600, 0o640, 0o644, 0o444])("keeps mode %o and leaves no temporary file", async (mode) => {
    const machine = makeMachine("{}");
    chmodSync(machine.userSettings, mode);
    await writeSettings(machine.env, await readSettings(machine.userSettings), '{"a":1}', fresh);
    expect(modeOf(machine.userSettings)).toBe(mode);
    expect(readFileSync(machine.userSettings, "utf8")).toBe('{"a":1}');
    expect(readdirSync(dirname(machine.userSettings))).toEqual(["settings.json"]);
  });

  test("keeps the previous content in a backup for the owner only", async () => {
    const machine = makeMachine('{"secret":1}');
    const backup = await writeSettings(machine.env, await readSettings(machine.userSettings), "{}", fresh);
    expect(readFileSync(backup ?? "", "utf8")).toBe('{"secret":1}');
    expect(modeOf(backup ?? "")).toBe(0o600);
    expect(modeOf(dirname(backup ?? ""))).toBe(0o700);
  });

  test.each([
    ["edited", (path: string) => writeFileSync(path, '{"other":1}')],
    ["replaced by an empty file", (path: string) => writeFileSync(path, "")],
  ])("is refused when the file was %s since it was read", async (_how, change) => {
    const machine = makeMachine("{}");
    const file = await readSettings(machine.userSettings);
    change(machine.userSettings);
    const now = readFileSync(machine.userSettings, "utf8");
    await expect(writeSettings(machine.env, file, '{"a":1}', fresh)).rejects.toMatchObject({
      code: "settings-changed",
    });
    await expect(removeSettings(machine.env, file)).rejects.toMatchObject({ code: "settings-changed" });
    expect(readFileSync(machine.userSettings, "utf8")).toBe(now);
    expect(readdirSync(dirname(machine.userSettings))).toEqual(["settings.json"]);
  });

  test("is refused when the file appeared since", async () => {
    const machine = makeMachine();
    const plan = clientOf(await planOn(machine));
    mkdirSync(dirname(machine.userSettings));
    writeFileSync(machine.userSettings, '{"other":1}');
    await expect(writeSettings(machine.env, plan.settings, plan.text, fresh)).rejects.toMatchObject({
      code: "settings-changed",
    });
    expect(readFileSync(machine.userSettings, "utf8")).toBe('{"other":1}');
  });
});

test.each([
  ["user", 0o600, 0o700],
  ["project", 0o644, 0o755],
  ["local", 0o600, 0o755],
] as const)(
  "a new file of scope %s has mode %o in a folder of %o, whatever the umask",
  async (scope, file, folder) => {
    const machine = makeMachine();
    const umask = process.umask(0o077);
    const { settings } = clientOf(await install(machine, { scope }).finally(() => process.umask(umask)));
    expect([modeOf(settings.path), modeOf(dirname(settings.path))]).toEqual([file, folder]);
  },
);

describe("a link to the settings", () => {
  function linked(text: string | null) {
    const machine = makeMachine();
    const target = `${makeTempFolder("dotfiles")}/claude-settings.json`;
    if (text !== null) writeFileSync(target, text);
    mkdirSync(dirname(machine.userSettings));
    symlinkSync(target, machine.userSettings);
    return { machine, target };
  }

  test("is followed, not replaced", async () => {
    const { machine, target } = linked('{"a":1}');
    await install(machine);
    expect(lstatSync(machine.userSettings).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toContain('"hook"');
    await uninstall(machine);
    expect(lstatSync(machine.userSettings).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toBe('{"a":1}');
  });

  test("may lead to a file that does not exist yet", async () => {
    const { machine, target } = linked(null);
    await install(machine);
    expect(readFileSync(target, "utf8")).toContain('"hook"');
    await uninstall(machine);
    expect(existsSync(target)).toBe(false);
    expect(lstatSync(machine.userSettings).isSymbolicLink()).toBe(true);
  });
});

test("an unwritable folder is a clear refusal, and the settings stay", async () => {
  const machine = makeMachine("{}");
  const folder = dirname(machine.userSettings);
  const file = await readSettings(machine.userSettings);
  const asRoot = process.geteuid?.() === 0;
  // Root may write anywhere, so this one call runs as somebody else.
  for (const path of [dirname(dirname(machine.env.home)), dirname(machine.env.home)]) chmodSync(path, 0o777);
  mkdirSync(`${machine.env.holdfastHome}/backups`, { recursive: true });
  chmodSync(`${machine.env.holdfastHome}/backups`, 0o777);
  chmodSync(folder, 0o555);
  try {
    if (asRoot) process.seteuid?.(65534);
    const refused = writeSettings(machine.env, file, '{"a":1}', fresh);
    await expect(refused).rejects.toMatchObject({
      code: "unwritable",
      message: expect.stringContaining("EACCES"),
    });
  } finally {
    if (asRoot) process.seteuid?.(0);
    chmodSync(folder, 0o755);
  }
  expect(readFileSync(machine.userSettings, "utf8")).toBe("{}");
});
