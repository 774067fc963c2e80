import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { TOOLS } from "../../../src/cli/commands/mcp/command.ts";
import { executablePath, manifestPath } from "../../../src/config/environment.ts";
import { checkPlatform, isInstalled } from "../../../src/install/install.ts";
import { readModLoad, recordModLoad } from "../../../src/install/mod-seen.ts";
import { modFile, serverFile } from "../../../src/install/own-files.ts";
import { ownGroups } from "../../../src/install/settings-value.ts";
import { parseOwnStatusLine } from "../../../src/install/status-line.ts";
import { isUninstalled, planUninstall } from "../../../src/install/uninstall.ts";
import { DraftFile } from "../../../src/platform/atomic-file.ts";
import { clientOf, install, type Machine, makeMachine, planOn, uninstall, upgrade } from "./make-machine.ts";
import { SETTINGS_STYLES } from "./settings-styles.ts";

const read = (path: string) => readFileSync(path, "utf8");
const skillPath = ({ env }: Machine) => `${env.claudeDir}/skills/holdfast-stops/SKILL.md`;
const filesUnder = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).toSorted() : null;

describe("install, then uninstall", () => {
  test.each(Object.entries(SETTINGS_STYLES))(
    "%s: the settings are restored byte for byte",
    async (_style, text) => {
      const machine = makeMachine(text);
      await install(machine);
      expect(read(machine.userSettings)).not.toBe(text);
      await install(machine);
      await uninstall(machine);
      expect(read(machine.userSettings)).toBe(text);
      expect(filesUnder(machine.env.claudeDir)).toEqual(["settings.json"]);
    },
  );

  test.each(["user", "project", "local"] as const)(
    "without settings, scope %s: nothing is left",
    async (scope) => {
      const machine = makeMachine();
      await install(machine, { scope, longLoops: true });
      await uninstall(machine, scope);
      expect(filesUnder(machine.env.claudeDir)).toBeNull();
      expect(filesUnder(machine.project)).toEqual([]);
    },
  );

  test("folders that somebody else now uses stay", async () => {
    const machine = makeMachine();
    await install(machine);
    writeFileSync(`${machine.env.claudeDir}/commands/mine.md`, "mine");
    await uninstall(machine);
    expect(filesUnder(machine.env.claudeDir)).toEqual(["commands", "commands/mine.md"]);
  });

  test("without a manifest our entries are still removed", async () => {
    const machine = makeMachine('{\n  "model": "opus"\n}\n');
    await install(machine);
    rmSync(manifestPath(machine.env));
    await uninstall(machine);
    expect(read(machine.userSettings)).toBe('{\n  "model": "opus"\n}\n');
    expect(existsSync(skillPath(machine))).toBe(false);
  });

  test.each(["", "{", "[]", '{"version":1,"scopes":{"x":{}},"folders":[]}', '{"version":2}'])(
    "a damaged manifest (%p) is tolerated and kept",
    async (text) => {
      const machine = makeMachine('{"a":1}');
      await install(machine);
      writeFileSync(manifestPath(machine.env), text);
      await uninstall(machine);
      expect(read(machine.userSettings)).toBe('{"a":1}');
      const kept = readdirSync(`${machine.env.holdfastHome}/backups`).filter((name) =>
        name.includes("damaged"),
      );
      expect(kept.map((name) => read(`${machine.env.holdfastHome}/backups/${name}`))).toEqual([text]);
    },
  );

  test("nothing changes if nothing is installed", async () => {
    const machine = makeMachine("{}");
    expect(isUninstalled(await uninstall(machine))).toBe(true);
    expect(read(machine.userSettings)).toBe("{}");
  });
});

describe("installing again", () => {
  test("has nothing to do", async () => {
    const machine = makeMachine('{"a":1}');
    await install(machine);
    const before = [read(machine.userSettings), read(manifestPath(machine.env))];
    expect(isInstalled(await install(machine))).toBe(true);
    expect([read(machine.userSettings), read(manifestPath(machine.env))]).toEqual(before);
    expect(readdirSync(`${machine.env.holdfastHome}/backups`)).toHaveLength(1);
  });

  test("with a new program replaces only the program", async () => {
    const machine = makeMachine("{}");
    await install(machine);
    const settings = read(machine.userSettings);
    upgrade(machine, "#!/bin/sh\n# new\n");
    const plan = await install(machine);
    expect(plan.executable.differs).toBe(true);
    expect(read(plan.executable.target)).toBe("#!/bin/sh\n# new\n");
    expect(read(machine.userSettings)).toBe(settings);
  });

  test("over a stale path replaces our entry and keeps the order of others", async () => {
    const stale = { hooks: [{ type: "command", command: "/gone/holdfast", args: ["hook"], timeout: 99 }] };
    const [first, last] = ["a", "b"].map((command) => ({ hooks: [{ type: "command", command }] }));
    const machine = makeMachine(JSON.stringify({ hooks: { Stop: [first, stale, last], Gone: [stale] } }));
    await install(machine);
    const { hooks } = JSON.parse(read(machine.userSettings));
    expect(hooks.Stop.slice(0, 2)).toEqual([first, last]);
    expect(hooks.Stop).toHaveLength(3);
    expect(hooks.Gone).toBeUndefined();
    expect(read(machine.userSettings)).not.toContain("/gone/");
  });

  test("after a mere reformatting has nothing to do, and a file we created is still removed", async () => {
    const machine = makeMachine();
    await install(machine);
    const reformatted = JSON.stringify(JSON.parse(read(machine.userSettings)), null, 7);
    writeFileSync(machine.userSettings, reformatted);
    expect(isInstalled(await install(machine))).toBe(true);
    expect(read(machine.userSettings)).toBe(reformatted);
    writeFileSync(machine.userSettings, `${reformatted}\n`);
    await uninstall(machine);
    expect(existsSync(machine.userSettings)).toBe(false);
  });

  test("removes a second entry of ours", async () => {
    const machine = makeMachine();
    await install(machine);
    const settings = JSON.parse(read(machine.userSettings));
    settings.hooks.Stop.push(settings.hooks.Stop[0]);
    writeFileSync(machine.userSettings, JSON.stringify(settings));
    await install(machine);
    expect(JSON.parse(read(machine.userSettings)).hooks.Stop).toHaveLength(1);
  });

  test("keeps the raised block cap, and uninstall restores the old value", async () => {
    const machine = makeMachine('{"env":{"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"12"}}');
    await install(machine, { longLoops: true });
    writeFileSync(
      machine.userSettings,
      JSON.stringify({ ...JSON.parse(read(machine.userSettings)), model: "opus" }),
    );
    await install(machine);
    expect(JSON.parse(read(machine.userSettings)).env).toEqual({ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "30" });
    await uninstall(machine);
    expect(JSON.parse(read(machine.userSettings))).toEqual({
      env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "12" },
      model: "opus",
    });
  });

  test("two at once: one of them may be refused, and uninstall still restores the bytes", async () => {
    const machine = makeMachine('{ "a":1 }');
    const outcomes = await Promise.allSettled([install(machine), install(machine), install(machine)]);
    const refusals = outcomes
      .filter((outcome) => outcome.status === "rejected")
      .map((outcome) => outcome.reason.code);
    expect(refusals.every((code) => code === "settings-changed")).toBe(true);
    expect(ownGroups(JSON.parse(read(machine.userSettings))).length).toBeGreaterThan(0);
    await uninstall(machine);
    expect(read(machine.userSettings)).toBe('{ "a":1 }');
  });
});

describe("what is shown inside the client", () => {
  const mod = (machine: Machine) => modFile(machine.env.claudeDir);
  const commandOf = (machine: Machine) =>
    JSON.parse(readFileSync(machine.userSettings, "utf8")).statusLine?.command as string | undefined;

  test("the mod is added and removed, and what somebody edited in it stays", async () => {
    const machine = makeMachine("{}\n");
    await install(machine);
    expect(existsSync(mod(machine))).toBe(false);
    await install(machine, { mod: true });
    expect(existsSync(mod(machine))).toBe(true);
    expect(isInstalled(await planOn(machine, { mod: true }))).toBe(true);
    const edited = `${dirname(mod(machine))}/pane.tsx`;
    appendFileSync(edited, "// mine\n");
    await recordModLoad(machine.env, "2.1.325", "s1");
    await install(machine, { mod: false });
    // The status line depends on it.
    expect(await readModLoad(machine.env)).toBeNull();
    expect(existsSync(mod(machine))).toBe(false);
    expect(existsSync(edited)).toBe(true);
    rmSync(edited);
    await install(machine, { mod: true });
    await uninstall(machine);
    expect(existsSync(`${machine.env.claudeDir}/skills`)).toBe(false);
    expect(readFileSync(machine.userSettings, "utf8")).toBe("{}\n");
  });

  test("the MCP tools are added and removed with their rules, with the mod or without it", async () => {
    const machine = makeMachine("{}\n");
    const server = serverFile(machine.env.claudeDir);
    const plugin = `${dirname(server)}/.claude-plugin/plugin.json`;
    const rules = () =>
      [...readFileSync(machine.userSettings, "utf8").matchAll(/mcp__plugin_holdfast_holdfast__\w+/g)].map(
        String,
      );
    await install(machine, { mcp: true });
    expect(JSON.parse(readFileSync(server, "utf8")).mcpServers.holdfast).toMatchObject({
      command: executablePath(machine.env),
      args: ["mcp"],
    });
    expect(JSON.parse(readFileSync(plugin, "utf8")).name).toBe("holdfast");
    expect(existsSync(mod(machine))).toBe(false);
    expect(rules()).toEqual(TOOLS.map(({ name }) => `mcp__plugin_holdfast_holdfast__${name}`));
    expect(isInstalled(await planOn(machine, { mcp: true }))).toBe(true);
    await install(machine, { mod: true, mcp: false });
    expect([existsSync(server), existsSync(mod(machine)), rules().length]).toEqual([false, true, 0]);
    await install(machine, { mod: true, mcp: true });
    // Somebody else edits the file: their part stays, ours is removed.
    const changed = readFileSync(machine.userSettings, "utf8").replace("{", '{ "theirs": 1,');
    writeFileSync(machine.userSettings, changed);
    await uninstall(machine);
    expect(JSON.parse(readFileSync(machine.userSettings, "utf8"))).toEqual({ theirs: 1 });
    expect(existsSync(`${machine.env.claudeDir}/skills`)).toBe(false);
  });

  test("a status line is wrapped, not replaced, and restored, even when the file was changed since", async () => {
    const text = `{ "statusLine": {"type": "command", "padding": 1, "command": "echo 'it''s' \\"me\\""} }\n`;
    const machine = makeMachine(text);
    await install(machine, { statusLine: true });
    const own = commandOf(machine) ?? "";
    expect(parseOwnStatusLine(own)?.wrapped).toBe(`echo 'it''s' "me"`);
    // The shell treats the wrapped command as one word.
    const words = Bun.spawnSync(["sh", "-c", `printf '%s\\n' ${own}`])
      .stdout.toString()
      .trim()
      .split("\n");
    expect(words.slice(1)).toEqual(["statusline", "--wrap", `echo 'it''s' "me"`]);
    expect(isInstalled(await planOn(machine, { statusLine: true }))).toBe(true);
    const changed = readFileSync(machine.userSettings, "utf8").replace('"padding": 1', '"padding": 2');
    writeFileSync(machine.userSettings, changed);
    await uninstall(machine);
    expect(readFileSync(machine.userSettings, "utf8")).toBe(text.replace('"padding": 1', '"padding": 2'));
  });

  test("a status line that is not a command is left alone, and without one ours is removed again", async () => {
    const odd = makeMachine('{"statusLine": {"type": "static"}}');
    await install(odd, { statusLine: true });
    expect(commandOf(odd)).toBeUndefined();
    expect(isInstalled(await planOn(odd, { statusLine: true }))).toBe(true);
    const bare = makeMachine("{}");
    await install(bare, { statusLine: true });
    expect(parseOwnStatusLine(commandOf(bare))).toEqual({ program: executablePath(bare.env), wrapped: null });
    await install(bare, { statusLine: false });
    expect(commandOf(bare)).toBeUndefined();
    const nothing = makeMachine('{"statusLine": null, "model": "opus"}');
    await install(nothing, { statusLine: true });
    expect(parseOwnStatusLine(commandOf(nothing))?.wrapped).toBeNull();
    await uninstall(nothing);
    expect(readFileSync(nothing.userSettings, "utf8")).toBe('{"statusLine": null, "model": "opus"}');
  });
});

describe("files that we keep", () => {
  test("are for the owner only", async () => {
    const machine = makeMachine('{"env":{"TOKEN":"secret"}}');
    await install(machine);
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect(mode(machine.env.holdfastHome)).toBe(0o700);
    expect(mode(manifestPath(machine.env))).toBe(0o600);
    expect(mode(`${machine.env.holdfastHome}/bin/holdfast`)).toBe(0o755);
  });

  test("are not written by a plan", async () => {
    const machine = makeMachine();
    await planOn(machine);
    expect(readdirSync(machine.env.home)).toEqual([]);
  });

  test.each([{ home: "" }, { holdfastHome: "relative" }, { claudeDir: ".claude" }])(
    "%p is refused",
    async (odd) => {
      const machine = makeMachine();
      await expect(planOn({ ...machine, env: { ...machine.env, ...odd } })).rejects.toMatchObject({
        code: "no-home",
      });
    },
  );
});

test("Linux and macOS are supported, the others are refused by name", () => {
  for (const platform of ["linux", "darwin"]) expect(checkPlatform(platform)).toBeNull();
  expect(checkPlatform("win32")).toContain("never run");
  expect(() => checkPlatform("freebsd")).toThrow("freebsd");
});

describe("a killed install", () => {
  test("leaves nothing that uninstall does not remove", async () => {
    const machine = makeMachine('{"a":1}');
    const before = filesUnder(machine.env.claudeDir);
    const paths = [
      machine.userSettings,
      skillPath(machine),
      executablePath(machine.env),
      manifestPath(machine.env),
    ];
    const drafts = paths.map((path) => new DraftFile(writeFolder(path)).draftPath);
    const foreign = `${machine.userSettings}.mine.tmp`;
    writeFileSync(foreign, "mine");
    expect(
      isUninstalled(await planUninstall(machine.env, { scope: "user", projectDir: machine.project })),
    ).toBe(false);
    await uninstall(machine);
    expect(drafts.filter(existsSync)).toEqual([]);
    expect(read(machine.userSettings)).toBe('{"a":1}');
    expect(existsSync(foreign)).toBe(true);
    rmSync(foreign);
    // This test created the skill's folder.
    rmSync(`${machine.env.claudeDir}/skills`, { recursive: true });
    expect(filesUnder(machine.env.claudeDir)).toEqual(before);
  });
});

describe("a pipe in place of a file", () => {
  const makePipe = (path: string) => expect(Bun.spawnSync(["mkfifo", writeFolder(path)]).exitCode).toBe(0);

  test("is refused as settings, and nothing is written", async () => {
    const machine = makeMachine();
    makePipe(machine.userSettings);
    await expect(install(machine)).rejects.toMatchObject({ code: "settings-unreadable" });
    expect(existsSync(executablePath(machine.env))).toBe(false);
  });

  test("is left alone where a skill goes, and kept where the manifest goes", async () => {
    const machine = makeMachine();
    makePipe(skillPath(machine));
    makePipe(manifestPath(machine.env));
    const { files } = clientOf(await install(machine));
    expect(files).toContainEqual(expect.objectContaining({ path: skillPath(machine), action: "kept" }));
    expect(statSync(skillPath(machine)).isFIFO()).toBe(true);
    expect(JSON.parse(read(manifestPath(machine.env)))).toMatchObject({ version: 1 });
    await uninstall(machine);
    expect(statSync(skillPath(machine)).isFIFO()).toBe(true);
  });
});

function writeFolder(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}
