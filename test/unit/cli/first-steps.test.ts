// What a newcomer sees: nothing is installed, recorded or trusted.
import { beforeEach, expect, test } from "bun:test";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { type Environment, readEnvironment } from "../../../src/config/environment.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const NOT_REGISTERED = "not registered with Claude Code, so nothing is held. Run `holdfast install`.";
const OWN_HOOK = { type: "command", command: "/x/holdfast", args: ["hook"] };
const REGISTERED = JSON.stringify({ hooks: { Stop: [{ hooks: [OWN_HOOK] }] } });

let home: string;
let project: string;
let env: Environment;
beforeEach(() => {
  home = makeTempHome();
  project = makeTempProject({ git: true });
  env = readEnvironment({ HOME: home });
});

const run = (...words: string[]) => runCli(env, project, ...words);

test("lock, loop and flow say when nothing is registered", async () => {
  expect((await run("lock", "a goal")).text).toContain(NOT_REGISTERED);
  expect((await run("loop", "start", "a task")).text).toContain(NOT_REGISTERED);
  expect((await run("flow", "start", "a task")).text).toContain(NOT_REGISTERED);
});

test.each(["home", "project"])("one hook of ours in the settings of the %s is enough", async (where) => {
  writeFileIn(where === "home" ? home : project, ".claude/settings.json", REGISTERED);
  expect((await run("lock", "a goal")).text).not.toContain("not registered");
  expect((await run("loop", "start", "a task")).text).toContain("! holdfast loop start 'a task'");
});

test("status names what waits for trust", async () => {
  writeFileIn(project, ".claude/holdfast.json", '{ "hygiene": { "stop": "block" } }');
  expect((await run("status")).text).toContain("  trust      hygiene.stop waits for holdfast trust");
});

test("empty lists say what fills them", async () => {
  expect((await run("explain", "--list")).text).toContain("Restart Claude Code after `holdfast install`");
  expect((await run("memory", "inbox")).text).toContain("It fills as you say things worth keeping");
});

test("help shows about a dozen commands, the first ones to try, and how to see the rest", async () => {
  const { text } = await run("help");
  const shown = Object.keys(COMMANDS).filter((name) => text.includes(`\n  ${name} `));
  expect(shown).toEqual(expect.arrayContaining(["lock", "loop start", "status", "explain", "install"]));
  expect(shown.length).toBeLessThanOrEqual(13);
  expect(text).toContain("holdfast help --all");
  const all = (await run("help", "--all")).text;
  const listed = Object.keys(COMMANDS).filter((name) => !COMMANDS[name]?.hidden);
  expect(listed.filter((name) => !all.includes(`\n  ${name} `))).toEqual([]);
  expect(listed.length).toBeLessThanOrEqual(66);
});

test("init tells people who work test-first what holds for a suite that was red before", async () => {
  writeFileIn(project, "package.json", '{ "scripts": { "lint": "eslint ." } }');
  expect((await run("init")).text).not.toContain("test-first");
  writeFileIn(project, "package.json", '{ "scripts": { "test": "vitest run" } }');
  expect((await run("init")).text).toMatch(/test-first.*quality\.baseline to "off"/s);
});

test("init says that a change to a trusted file switches its checks off", async () => {
  writeFileIn(project, "package.json", '{ "scripts": { "test": "vitest run" } }');
  expect((await run("init", "--yes", "--foreground")).text).toContain("after `holdfast trust`");
  const { grantTrust } = await import("../../../src/config/grant-trust.ts");
  const { readTrust } = await import("../../../src/config/trust.ts");
  const { files } = await readTrust(env, project);
  expect(files[0]?.content?.text).not.toContain("background");
  await grantTrust(env, project, files);
  expect((await run("init", "--gentle", "--yes")).text).toContain("your checks are off until you run");
});
