import { describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { executablePath } from "../../../src/config/environment.ts";
import { claimStop, isRegisteredInSettings, readsSettings } from "../../../src/install/stand-down.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";
import { install, makeMachine } from "./make-machine.ts";

const registering = (hook: object) =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", ...hook }] }] } });

describe("the plugin stands down", () => {
  test("for what install wrote into the user's settings", async () => {
    const machine = makeMachine();
    expect(await isRegisteredInSettings(machine.env, "Stop")).toBe(false);
    await install(machine);
    expect(await isRegisteredInSettings(machine.env, "Stop")).toBe(true);
    expect(await isRegisteredInSettings(machine.env, "PreToolUse")).toBe(false);
  });

  test("where CLAUDE_CONFIG_DIR says the settings are, and despite a byte order mark", async () => {
    const machine = makeMachine();
    await install(machine);
    const own = readFileSync(machine.userSettings, "utf8");
    rmSync(machine.userSettings);
    const env = { ...machine.env, claudeDir: `${machine.env.home}/elsewhere` };
    writeFileIn(env.claudeDir, "settings.json", `\uFEFF${own}`);
    expect(await isRegisteredInSettings(env, "Stop")).toBe(true);
    expect(await isRegisteredInSettings(machine.env, "Stop")).toBe(false);
  });
});

describe("beside a project's settings the plugin", () => {
  async function registeredIn(
    name: string,
    change: (group: { hooks: object[] }) => object = (group) => group,
  ) {
    const machine = makeMachine();
    await install(machine);
    const { hooks } = JSON.parse(readFileSync(machine.userSettings, "utf8"));
    rmSync(machine.userSettings);
    const projectDir = makeTempFolder("project");
    writeFileIn(projectDir, `.claude/${name}`, JSON.stringify({ hooks: { Stop: hooks.Stop.map(change) } }));
    return isRegisteredInSettings({ ...machine.env, projectDir }, "Stop");
  }

  test.each(["settings.json", "settings.local.json"])(
    "stands down for what install wrote into %s",
    async (name) => {
      expect(await registeredIn(name)).toBe(true);
    },
  );

  test.each([
    ["runs only sometimes", (hook: object) => ({ ...hook, if: "Bash(nothing)" })],
    ["is given no time", (hook: object) => ({ ...hook, timeout: 0.01 })],
    ["runs after the turn", (hook: object) => ({ ...hook, async: true })],
    ["runs another program", (hook: object) => ({ ...hook, command: "/clone/holdfast" })],
  ])("does its work if the entry there %s", async (_case, change) => {
    const changed = await registeredIn("settings.json", ({ hooks: [inTurn, ...rest] }) => ({
      hooks: [change(inTurn ?? {}), ...rest],
    }));
    expect(changed).toBe(false);
  });
});

describe("the plugin handles events", () => {
  test.each([
    ["malformed settings", '{"hooks": holdfast'],
    ["settings that are not an object", '"holdfast"'],
    ["hooks of another shape", '{"hooks":{"Stop":{"holdfast":1}}}'],
    ["groups of another shape", '{"hooks":{"Stop":[null,{"hooks":"holdfast"},7]}}'],
    ["others' hooks", registering({ command: "/x/holdfast-like", args: ["hook"] })],
    ["an entry whose program is gone", registering({ command: "/gone/holdfast", args: ["hook"] })],
  ])("with %s", async (_case, text) => {
    const machine = makeMachine(text);
    expect(await isRegisteredInSettings(machine.env, "Stop")).toBe(false);
  });

  test("beside another program of that name, however it is written", async () => {
    const machine = makeMachine();
    await install(machine);
    const program = executablePath(machine.env);
    for (const hook of [
      { command: machine.source, args: ["hook"] },
      { command: "holdfast", args: ["hook"] },
      { command: "holdfast hook" },
      { command: `${program} hook` },
      { command: program, args: ["status"] },
      { command: program },
    ]) {
      writeFileIn(machine.env.claudeDir, "settings.json", registering(hook));
      expect([hook, await isRegisteredInSettings(machine.env, "Stop")]).toEqual([hook, false]);
    }
    writeFileIn(machine.env.claudeDir, "settings.json", registering({ command: program, args: ["hook"] }));
    expect(await isRegisteredInSettings(machine.env, "Stop")).toBe(true);
    rmSync(program);
    expect(await isRegisteredInSettings(machine.env, "Stop")).toBe(false);
  });
});

test("the hook path imports neither node:fs nor jsonc-parser", () => {
  const source = readFileSync(`${import.meta.dir}/../../../src/install/stand-down.ts`, "utf8");
  const imports = [...source.matchAll(/^import .* from "(.*)"/gm)].map((match) => match[1]);
  expect(imports).toEqual(["../config/environment.ts", "../platform/files.ts"]);
});

test.each([
  [["claude", "-p", "hi"], true],
  [["claude", "--setting-sources", "project,local"], false],
  [["claude", "--setting-sources=user"], true],
  [["claude", "--setting-sources", "local, user"], true],
  [["claude", "--setting-sources", ""], false],
  [["claude", "--setting-sources", "user", "--setting-sources", "local"], false],
  [["claude", "--setting-sources"], false],
  [[], true],
] as const)("the client's arguments %p tell whether it reads the user's settings", (words, expected) => {
  expect(readsSettings(words, "user")).toBe(expected);
});

test("a stop from a host that ignores args is claimed once, even if another stop cleans up meanwhile", async () => {
  const env = { holdfastHome: makeTempFolder("claims") };
  const claim = await claimStop(env, "{}");
  expect(await claimStop(env, "{}")).toBeNull();
  rmSync(`${env.holdfastHome}/bare-stops`, { recursive: true });
  expect(() => claim?.finish()).not.toThrow();
  expect(await claimStop(env, "{}")).not.toBeNull();
});
