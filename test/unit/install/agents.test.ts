import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { describeBackups } from "../../../src/cli/commands/setup/agents.ts";
import { manifestPath } from "../../../src/config/environment.ts";
import { parseAgents } from "../../../src/install/agents/plan-agents.ts";
import { applyInstall, isInstalled, planInstall } from "../../../src/install/install.ts";
import type { RuleChoice } from "../../../src/install/permission-rules.ts";
import { applyUninstall, isUninstalled, planUninstall } from "../../../src/install/uninstall.ts";
import { hookCommand, REGISTRATIONS } from "../../../src/protocol/registration.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { type Machine, makeMachine } from "./make-machine.ts";
import { SETTINGS_STYLES } from "./settings-styles.ts";

interface Options {
  rules?: RuleChoice;
  writableRoot?: boolean;
}

const HOSTS = [...REGISTRATIONS];
const IDS = HOSTS.map(({ id }) => id);
const [CODEX] = HOSTS.filter(({ id }) => id === "codex") as [(typeof HOSTS)[number]];

function plan({ env, project, source }: Machine, ids: readonly string[], options: Options = {}) {
  const { rules = "listed", writableRoot = false } = options;
  const agents = HOSTS.filter(({ id }) => ids.includes(id)).map((host) => ({ host, rules, writableRoot }));
  const request = { env, scope: "user", projectDir: project, source, longLoops: false, parts: {} } as const;
  return planInstall({ ...request, rules, inClient: false, agents });
}

async function install(machine: Machine, ids: readonly string[] = IDS, options: Options = {}) {
  const planned = await plan(machine, ids, options);
  await applyInstall(machine.env, planned);
  return planned;
}

function planRemoval({ env, project }: Machine, ids: readonly string[] = IDS) {
  const agents = HOSTS.filter(({ id }) => ids.includes(id));
  return planUninstall(env, { scope: "user", projectDir: project, fromClient: false, agents });
}

async function uninstall(machine: Machine, ids?: readonly string[]) {
  await applyUninstall(machine.env, await planRemoval(machine, ids));
}

const read = (path: string) => readFileSync(path, "utf8");
const pathOf = ({ env }: Machine, id: string) => {
  const host = HOSTS.find((one) => one.id === id);
  return `${env.home}/${host?.folder}/${host?.file}`;
};
const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
/** Without holdfast's own folder. */
const filesIn = ({ env }: Machine) =>
  readdirSync(env.home, { recursive: true }).filter((name) => !String(name).startsWith(".holdfast"));

describe.each(IDS)("install in %s, then uninstall", (id) => {
  test.each(Object.entries(SETTINGS_STYLES))("%s: restored byte for byte", async (_style, text) => {
    const machine = makeMachine();
    put(pathOf(machine, id), text);
    await install(machine, [id]);
    expect(read(pathOf(machine, id))).toContain("holdfast");
    expect(isInstalled(await plan(machine, [id]))).toBe(true);
    await install(machine, [id]);
    await uninstall(machine);
    expect(read(pathOf(machine, id))).toBe(text);
  });

  test("without its folder: nothing is left", async () => {
    const machine = makeMachine();
    await install(machine, [id]);
    expect(existsSync(pathOf(machine, id))).toBe(true);
    expect(existsSync(`${machine.env.claudeDir}`)).toBe(false);
    await uninstall(machine);
    expect(filesIn(machine)).toEqual([]);
    expect(isUninstalled(await planRemoval(machine))).toBe(true);
  });

  test("registers every event, once, with a line that starts the program", async () => {
    const machine = makeMachine();
    put(`${machine.env.home}/x`, "");
    await install(machine, [id]);
    await install(machine, [id], { rules: "none" });
    const { hooks } = JSON.parse(read(pathOf(machine, id)));
    const line = hookCommand(`${machine.env.holdfastHome}/bin/holdfast`);
    const host = HOSTS.find((one) => one.id === id);
    expect(Object.keys(hooks)).toEqual(host?.events.map(({ theirs }) => theirs) ?? []);
    for (const entries of Object.values(hooks)) expect(JSON.stringify(entries).split(line)).toHaveLength(2);
  });

  test("what somebody else added since stays", async () => {
    const machine = makeMachine();
    await install(machine, [id]);
    const settings = JSON.parse(read(pathOf(machine, id)));
    settings.hooks.Mine = [{ hooks: [{ type: "command", command: "mine" }] }];
    put(pathOf(machine, id), JSON.stringify(settings));
    await install(machine, [id]);
    await uninstall(machine);
    const { hooks } = JSON.parse(read(pathOf(machine, id)));
    expect(hooks).toEqual({ Mine: [{ hooks: [{ type: "command", command: "mine" }] }] });
  });

  test("without a manifest our hooks are still removed", async () => {
    const machine = makeMachine();
    const text = '{\n  "hooks": {\n    "Mine": []\n  }\n}\n';
    put(pathOf(machine, id), text);
    await install(machine, [id], { rules: "none" });
    rmSync(manifestPath(machine.env));
    await uninstall(machine);
    expect(JSON.parse(read(pathOf(machine, id))).hooks).toEqual({ Mine: [] });
  });

  test.each([
    ["{", "settings-malformed"],
    ['{"a":1,}', "settings-malformed"],
    ["[]", "settings-shape"],
    ['{"hooks":[]}', "settings-shape"],
    ['{"hooks":{"Stop":{}}}', "settings-shape"],
  ])("refuses %p and changes nothing", async (text, code) => {
    const machine = makeMachine();
    put(pathOf(machine, id), text);
    await expect(install(machine)).rejects.toMatchObject({ code });
    expect(read(pathOf(machine, id))).toBe(text);
    expect(existsSync(machine.env.holdfastHome)).toBe(false);
  });

  test("follows a link and never replaces it", async () => {
    const machine = makeMachine();
    const target = `${makeTempFolder("dotfiles")}/hooks.json`;
    writeFileSync(target, "{}\n");
    mkdirSync(dirname(pathOf(machine, id)), { recursive: true });
    symlinkSync(target, pathOf(machine, id));
    await install(machine, [id]);
    expect(read(target)).toContain("holdfast");
    await uninstall(machine);
    expect(read(target)).toBe("{}\n");
  });
});

describe.each(["gemini", "qwen"])("comments in the settings of %s", (id) => {
  const TEXT = '// mine\n{\n  // the model\n  "model": "x", // good\n  "hooks": { /* none */ }\n}\n';

  test("stay where they are, and after somebody else's edit too", async () => {
    const machine = makeMachine();
    put(pathOf(machine, id), TEXT);
    await install(machine, [id]);
    for (const comment of ["// mine", "// the model", "// good", "/* none */"])
      expect(read(pathOf(machine, id))).toContain(comment);
    put(pathOf(machine, id), read(pathOf(machine, id)).replace('"x"', '"y"'));
    await uninstall(machine);
    expect(read(pathOf(machine, id))).toBe(TEXT.replace('"x"', '"y"'));
  });
});

test("comments are refused where the agent does not allow them", async () => {
  const machine = makeMachine();
  put(pathOf(machine, "codex"), "{} // mine");
  await expect(install(machine, ["codex"])).rejects.toMatchObject({ code: "settings-malformed" });
});

test("the backups of several files take one line", () => {
  expect(describeBackups([])).toEqual([]);
  expect(describeBackups(["/b/a.json"])).toEqual(["Backup of the old settings: /b/a.json"]);
  expect(describeBackups(["/b/a.json", "/b/c.json"])).toEqual(["Backups of the 2 old files: /b"]);
});

describe("allow rules", () => {
  const rulesIn = ({ env }: Machine) => ({
    codex: existsSync(`${env.home}/.codex/rules/holdfast.rules`),
    gemini: existsSync(`${env.home}/.gemini/policies/holdfast.toml`),
    qwen: "permissions" in JSON.parse(read(`${env.home}/.qwen/settings.json`)),
  });

  test("are written where the agent's match no more than they say, and removed when no longer chosen", async () => {
    const machine = makeMachine();
    await install(machine);
    expect(rulesIn(machine)).toEqual({ codex: true, gemini: true, qwen: false });
    await install(machine, IDS, { rules: "none" });
    expect(rulesIn(machine)).toEqual({ codex: false, gemini: false, qwen: false });
    await uninstall(machine);
    expect(filesIn(machine)).toEqual([]);
  });

  test("contain no command that loosens", async () => {
    const machine = makeMachine();
    await install(machine);
    const rules = read(`${machine.env.home}/.codex/rules/holdfast.rules`);
    expect(rules).toContain('["holdfast","memory","save"]');
    expect(rules).not.toMatch(/"unlock"|"flow","set"|"pause"|"trust"/);
    expect(Bun.TOML.parse(read(`${machine.env.home}/.gemini/policies/holdfast.toml`))).toMatchObject({
      rule: [{ toolName: "run_shell_command", decision: "allow" }],
    });
    await install(machine, IDS, { rules: "unlock" });
    expect(read(`${machine.env.home}/.codex/rules/holdfast.rules`)).toContain('["holdfast","unlock"]');
  });

  test("that a person edited, or had before, stay", async () => {
    const machine = makeMachine();
    const path = `${machine.env.home}/.codex/rules/holdfast.rules`;
    put(path, "# mine\n");
    await install(machine, ["codex"]);
    await uninstall(machine);
    expect(read(path)).toBe("# mine\n");
  });
});

describe("the writable root in config.toml", () => {
  const STYLES = {
    empty: "",
    plain: 'model = "x"\n',
    "no newline at the end": 'model = "x"',
    "CRLF lines": 'model = "x"\r\n[features]\r\nhooks = true\r\n',
    "the table, without roots": "[sandbox_workspace_write]\nnetwork_access = true\n\n[other]\na = 1\n",
    "other roots":
      '[sandbox_workspace_write] # mine\nwritable_roots = ["/srv/a", "/srv/b"]\n[other]\na = [1]\n',
    "roots on several lines":
      '[sandbox_workspace_write]\nnetwork_access = true\nwritable_roots = [\n  "/srv/a", # first\n  "/srv/b",\n]\n',
    "an empty list": "[sandbox_workspace_write]\nwritable_roots = [ ]\n",
  };
  const config = ({ env }: Machine) => `${env.home}/.codex/config.toml`;
  const rootsOf = (text: string) =>
    (Bun.TOML.parse(text) as { sandbox_workspace_write?: { writable_roots?: string[] } })
      .sandbox_workspace_write?.writable_roots;

  test.each(Object.entries(STYLES))("%s: added, and restored byte for byte", async (_style, text) => {
    const machine = makeMachine();
    put(config(machine), text);
    const before = rootsOf(text) ?? [];
    await install(machine, ["codex"], { writableRoot: true });
    expect(rootsOf(read(config(machine)))).toEqual([machine.env.holdfastHome, ...before]);
    expect(isInstalled(await plan(machine, ["codex"], { writableRoot: true }))).toBe(true);
    await uninstall(machine);
    expect(read(config(machine))).toBe(text);
  });

  test.each(Object.entries(STYLES))(
    "%s: removed after Codex has written to the file",
    async (_style, text) => {
      const machine = makeMachine();
      put(config(machine), text);
      await install(machine, ["codex"], { writableRoot: true });
      const trusted = '\n[hooks.state."x:stop:0:0"]\ntrusted_hash = "sha256:1"\n';
      put(config(machine), `${read(config(machine))}${trusted}`);
      await install(machine, ["codex"], { writableRoot: true });
      await uninstall(machine);
      const rest = read(config(machine));
      expect(rest).not.toContain(machine.env.holdfastHome);
      expect(Bun.TOML.parse(rest)).toEqual(Bun.TOML.parse(`${text}\n${trusted}`));
    },
  );

  test("is left out unless it was chosen, and kept if the person had it", async () => {
    const machine = makeMachine();
    await install(machine, ["codex"]);
    expect(existsSync(config(machine))).toBe(false);
    const text = `[sandbox_workspace_write]\nwritable_roots = ["${machine.env.holdfastHome}"]\n`;
    put(config(machine), text);
    await install(machine, ["codex"], { writableRoot: true });
    put(config(machine), `${text}\n[x]\n`);
    await uninstall(machine);
    expect(read(config(machine))).toBe(`${text}\n[x]\n`);
  });

  test.each([
    ["model =", "settings-malformed"],
    ['sandbox_workspace_write = { writable_roots = ["/a"] }\n', "settings-shape"],
    ['sandbox_workspace_write.writable_roots = ["/a"]\n', "settings-shape"],
  ])("refuses %p and changes nothing", async (text, code) => {
    const machine = makeMachine();
    put(config(machine), text);
    await expect(install(machine, ["codex"], { writableRoot: true })).rejects.toMatchObject({ code });
    expect(read(config(machine))).toBe(text);
    expect(existsSync(pathOf(machine, "codex"))).toBe(false);
  });
});

describe("several agents", () => {
  test("of which one is uninstalled: the others stay", async () => {
    const machine = makeMachine();
    await install(machine);
    await uninstall(machine, ["gemini"]);
    expect(existsSync(pathOf(machine, "gemini"))).toBe(false);
    for (const id of ["codex", "copilot", "qwen"]) expect(existsSync(pathOf(machine, id))).toBe(true);
    expect(isInstalled(await plan(machine, ["codex", "copilot", "qwen"]))).toBe(true);
  });

  test("with a file that another program changed meanwhile: it is not overwritten", async () => {
    const machine = makeMachine();
    const planned = await plan(machine, ["codex"]);
    put(pathOf(machine, "codex"), '{"hooks":{}}');
    await expect(applyInstall(machine.env, planned)).rejects.toMatchObject({ code: "settings-changed" });
    expect(read(pathOf(machine, "codex"))).toBe('{"hooks":{}}');
  });

  test("whose folder is a file: says so and changes nothing", async () => {
    const machine = makeMachine();
    writeFileSync(`${machine.env.home}/.codex`, "mine");
    await expect(install(machine)).rejects.toMatchObject({ code: "settings-unreadable" });
    expect(filesIn(machine)).toEqual([".codex"]);
  });

  test("in a folder that a variable names", async () => {
    const machine = makeMachine();
    const moved = {
      ...machine,
      env: { ...machine.env, movedFolders: { CODEX_HOME: `${machine.env.home}/c` } },
    };
    await install(moved, ["codex"]);
    expect(existsSync(`${machine.env.home}/c/${CODEX.file}`)).toBe(true);
    await uninstall(moved);
    expect(filesIn(machine)).toEqual([]);
  });
});

describe("a list of agents", () => {
  test.each([
    ["codex", ["codex"]],
    ["claude, Codex", [null, "codex"]],
    ["all", ["all"]],
  ])("%p", (text, expected) => {
    expect(parseAgents(text)).toEqual(expected);
  });

  test.each(["", "codx", "codex,,qwen", "cursor"])("%p is refused with the names", (text) => {
    expect(() => parseAgents(text)).toThrow(/There is no agent/);
  });
});
