import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { isRegisteredInSettings, parseSettingSources } from "../../../src/install/stand-down.ts";
import { writeFileIn } from "../../helpers/temp.ts";
import { install, makeMachine } from "./make-machine.ts";

const registering = (hook: object) =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", ...hook }] }] } });

describe("the plugin stands down", () => {
  test.each(["user", "project", "local"] as const)("for what install wrote into scope %s", async (scope) => {
    const machine = makeMachine();
    expect(await isRegisteredInSettings(machine.env, machine.project, "Stop")).toBe(false);
    await install(machine, { scope });
    expect(await isRegisteredInSettings(machine.env, machine.project, "Stop")).toBe(true);
    expect(await isRegisteredInSettings(machine.env, machine.project, "PreToolUse")).toBe(false);
    expect(await isRegisteredInSettings(machine.env, null, "Stop")).toBe(scope === "user");
  });

  test("where CLAUDE_CONFIG_DIR says the settings are", async () => {
    const machine = makeMachine();
    const env = { ...machine.env, claudeDir: `${machine.env.home}/elsewhere` };
    writeFileIn(env.claudeDir, "settings.json", registering({ command: machine.source, args: ["hook"] }));
    expect(await isRegisteredInSettings(env, null, "Stop")).toBe(true);
    expect(await isRegisteredInSettings(machine.env, null, "Stop")).toBe(false);
  });

  test("for the shell form and behind a byte order mark", async () => {
    const machine = makeMachine(`\uFEFF${registering({ command: "holdfast hook" })}`);
    expect(await isRegisteredInSettings(machine.env, null, "Stop")).toBe(true);
  });
});

describe("the plugin does its work", () => {
  test.each([
    ["malformed settings", '{"hooks": holdfast'],
    ["settings that are no object", '"holdfast"'],
    ["hooks of another shape", '{"hooks":{"Stop":{"holdfast":1}}}'],
    ["groups of another shape", '{"hooks":{"Stop":[null,{"hooks":"holdfast"},7]}}'],
    ["others' hooks", registering({ command: "/x/holdfast-like", args: ["hook"] })],
    ["an entry whose program is gone", registering({ command: "/gone/holdfast", args: ["hook"] })],
  ])("with %s", async (_case, text) => {
    const machine = makeMachine(text);
    expect(await isRegisteredInSettings(machine.env, machine.project, "Stop")).toBe(false);
  });
});

test("the hook path imports neither node:fs nor jsonc-parser", () => {
  for (const file of ["stand-down.ts", "own-entry.ts"]) {
    const source = readFileSync(`${import.meta.dir}/../../../src/install/${file}`, "utf8");
    const imports = [...source.matchAll(/^import (?!type).* from "(.*)"/gm)].map((match) => match[1]);
    expect(
      imports.filter((name) => !["./own-entry.ts", "../platform/files.ts"].includes(name ?? "")),
    ).toEqual([]);
  }
});

test.each([
  [["claude", "-p", "hi"], null],
  [
    ["claude", "--setting-sources", "project,local"],
    ["project", "local"],
  ],
  [["claude", "--setting-sources=user"], ["user"]],
  [["claude", "--setting-sources", ""], []],
  [["claude", "--setting-sources", "user", "--setting-sources", "local"], ["local"]],
  [["claude", "--setting-sources"], []],
] as const)("the client's words %p name the scopes it reads", (words, scopes) => {
  expect(parseSettingSources([...words])).toEqual(scopes === null ? null : new Set(scopes));
});
