// install and uninstall at a terminal, with a person's answers.
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { serverFile } from "../../src/install/own-files.ts";
import { answer, CTRL_C, ENTER } from "../helpers/answer-terminal.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

setDefaultTimeout(30_000);

const YES = "y";
const NO = "n";

function makePlace(): Place {
  return { home: makeTempHome(), project: makeTempProject() };
}

const isInstalled = (place: Place) => existsSync(`${place.home}/.claude/settings.json`);
const isLinked = (place: Place) => existsSync(`${place.home}/.local/bin/holdfast`);

const RULES = "Let Claude run them without a permission dialog?";
const UNLOCK = "Also let Claude run `holdfast unlock` without a dialog?";

/** What Claude Code shows and gives to Claude: Enter accepts the mod and the tools, but not the status line. */
const DISPLAY: [string, string][] = [
  ["Show a status band above the prompt while Claude is held?", ENTER],
  ["in the status line", ENTER],
  ["Give Claude memory and history as MCP tools?", ENTER],
];

function permissions(place: Place): Record<string, string[]> | undefined {
  return JSON.parse(readFileSync(`${place.home}/.claude/settings.json`, "utf8")).permissions;
}

test("answering yes to everything installs and links, in colour", async () => {
  const place = makePlace();
  const { exitCode, shown, drawn } = await answer(
    place,
    ["install"],
    [
      [RULES, ENTER],
      [UNLOCK, ENTER],
      ...DISPLAY,
      ["Apply these changes?", "d"],
      ["Apply all of this?", ENTER],
      ["so that you can type holdfast?", ENTER],
    ],
  );
  expect(exitCode).toBe(0);
  expect(shown).toContain("Installed.");
  // Ten lines to decide by; every change on request.
  const [summary = "", ...rest] = shown
    .slice(shown.indexOf("These are the changes"))
    .split("Apply these changes?");
  expect(summary.trim().split("\n").length).toBeLessThanOrEqual(10);
  expect(summary).not.toContain('"SessionStart"');
  expect(rest.join("")).toContain('"SessionStart"');
  expect(drawn).toContain("\u001b[32m+");
  expect([isInstalled(place), isLinked(place)]).toEqual([true, true]);
  expect(existsSync(`${place.home}/.claude/skills/holdfast-plugin/hooks/register.tsx`)).toBe(true);
  expect(existsSync(serverFile(`${place.home}/.claude`))).toBe(true);
  expect(readFileSync(`${place.home}/.claude/settings.json`, "utf8")).not.toContain("statusLine");
});

test("the link can be declined", async () => {
  const place = makePlace();
  await answer(
    place,
    ["install"],
    [
      [RULES, ENTER],
      [UNLOCK, ENTER],
      ...DISPLAY,
      ["Apply these changes?", ENTER],
      ["so that you can type holdfast?", NO],
    ],
  );
  expect([isInstalled(place), isLinked(place)]).toEqual([true, false]);
});

test.each([
  ["no", NO, NO],
  ["no, and then Ctrl-C", NO, CTRL_C],
])("%s changes nothing", async (_name, key, last) => {
  const place = makePlace();
  const { exitCode, shown } = await answer(
    place,
    ["install"],
    [
      [RULES, key],
      ...DISPLAY.map(([question]): [string, string] => [question, key]),
      ["Apply these changes?", last],
    ],
  );
  expect(exitCode).toBe(1);
  expect(shown).toContain("Nothing was changed.");
  expect(readdirSync(place.home)).toEqual([]);
});

test("Ctrl-C at any earlier question ends it", async () => {
  const place = makePlace();
  const before: [string, string][] = [];
  for (const [question, key] of [[RULES, NO], ...DISPLAY] as const) {
    const { exitCode, shown } = await answer(place, ["install"], [...before, [question, CTRL_C]]);
    expect([exitCode, shown]).toEqual([1, expect.stringContaining("cancelled, so nothing was changed")]);
    expect(readdirSync(place.home)).toEqual([]);
    before.push([question, key]);
  }
});

test("rules are listed before the choice, and unlock is a separate question that Enter does not accept", async () => {
  const place = makePlace();
  const rest: [string, string][] = [
    ...DISPLAY,
    ["Apply these changes?", ENTER],
    ["so that you can type holdfast?", NO],
  ];
  const { shown } = await answer(place, ["install"], [[RULES, ENTER], [UNLOCK, ENTER], ...rest]);
  expect(shown.indexOf("memory save")).toBeLessThan(shown.indexOf(RULES));
  expect(permissions(place)?.allow).toContain("Bash(holdfast memory save:*)");
  expect(permissions(place)?.allow).not.toContain("Bash(holdfast unlock:*)");
  // The choice is remembered: nobody is asked again.
  expect((await answer(place, ["install"], [])).shown).toContain("Already installed");
  await runCommand(place, "uninstall", "--yes");

  await answer(place, ["install"], [[RULES, YES], [UNLOCK, YES], ...rest]);
  expect(permissions(place)?.allow).toContain("Bash(holdfast unlock:*)");
  await runCommand(place, "uninstall", "--yes");

  await answer(place, ["install"], [[RULES, NO], ...rest]);
  expect(permissions(place)).toBeUndefined();
  expect((await runCommand(place, "install", "--yes")).stdout).toContain("Already installed");
});

test("--yes does not restore a removed link, and answers no question permanently", async () => {
  const place = makePlace();
  await runCommand(place, "install", "--yes");
  expect(isLinked(place)).toBe(true);
  rmSync(`${place.home}/.local/bin/holdfast`);
  await runCommand(place, "install", "--yes", "--long-loops");
  expect(isLinked(place)).toBe(false);
  const { shown } = await answer(place, ["install"], [...DISPLAY, ["Apply these changes?", ENTER]]);
  expect(shown).toContain("Installed.");
  expect(existsSync(`${place.home}/.claude/skills/holdfast-plugin/hooks/register.tsx`)).toBe(true);
  await runCommand(place, "install", "--yes", "--link");
  expect(isLinked(place)).toBe(true);
  await runCommand(place, "install", "--yes", "--no-link");
  expect(isLinked(place)).toBe(false);
});

test("--purge asks for confirmation by name, and a bare Enter does not confirm", async () => {
  const place = makePlace();
  await runCommand(place, "install", "--yes");
  const question = "delete all of holdfast's data?";
  expect((await answer(place, ["uninstall", "--purge"], [[question, ENTER]])).exitCode).toBe(1);
  expect(isInstalled(place)).toBe(true);
  expect((await answer(place, ["uninstall", "--purge"], [[question, YES]])).exitCode).toBe(0);
  expect(readdirSync(place.home)).toEqual([]);
});

test("agents on PATH are offered once, with what their sandbox may write", async () => {
  const place = makePlace();
  const bin = join(place.home, "bin");
  for (const name of ["codex", "gemini"]) {
    writeFileIn(bin, name, "#!/bin/sh\n");
    chmodSync(join(bin, name), 0o755);
  }
  const there: Place = { ...place, env: { PATH: `${bin}:/usr/bin:/bin` } };
  const { exitCode, shown } = await answer(
    there,
    ["install"],
    [
      ["Also install in Codex", ENTER],
      ["Also install in Gemini CLI", NO],
      [RULES, ENTER],
      [UNLOCK, ENTER],
      ...DISPLAY,
      ["Let sandboxed commands write", ENTER],
      ["Apply these changes?", ENTER],
      ["so that you can type holdfast?", NO],
    ],
  );
  expect(exitCode).toBe(0);
  expect(shown).toContain("its program");
  expect(shown).toContain("type /hooks");
  expect(existsSync(join(place.home, ".codex/hooks.json"))).toBe(true);
  expect(existsSync(join(place.home, ".codex/config.toml"))).toBe(false);
  expect(existsSync(join(place.home, ".gemini"))).toBe(false);
  // Both answers are kept.
  const again = await answer(there, ["install"], []);
  expect(again.shown).toContain("nothing to change");
  expect(again.shown).toContain(".codex/hooks.json");
  const { exitCode: removed } = await runCommand(place, "uninstall", "--yes");
  expect(removed).toBe(0);
  expect(existsSync(join(place.home, ".codex"))).toBe(false);
});
