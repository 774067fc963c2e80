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

const ARROW_DOWN = "\u001b[B";
const SPACE = " ";

/** The only questions, beside the one about other agents. */
const PARTS = "What else should Claude Code show and offer?";
const APPLY = "Apply these changes?";

function permissions(place: Place): Record<string, string[]> | undefined {
  return JSON.parse(readFileSync(`${place.home}/.claude/settings.json`, "utf8")).permissions;
}

const hasBand = (place: Place) =>
  existsSync(`${place.home}/.claude/skills/holdfast-plugin/hooks/register.tsx`);
const hasTools = (place: Place) => existsSync(serverFile(`${place.home}/.claude`));
const settingsOf = (place: Place) => readFileSync(`${place.home}/.claude/settings.json`, "utf8");

test("Enter to both questions installs what is recommended, in colour, and links the program", async () => {
  const place = makePlace();
  const { exitCode, shown, drawn } = await answer(
    place,
    ["install"],
    [
      [PARTS, ENTER],
      [APPLY, "d"],
      ["Apply all of this?", ENTER],
    ],
  );
  expect(exitCode).toBe(0);
  expect(shown).toContain("Installed.");
  // Few lines to decide by, in words; every change on request.
  const [summary = "", ...rest] = shown.slice(shown.indexOf("These are the changes")).split(APPLY);
  expect(summary.trim().split("\n").length).toBeLessThanOrEqual(15);
  expect(summary).toMatch(/none\s+releases a hold/);
  expect(summary).toMatch(/memory\s+save/);
  expect(summary).toContain("so that you can type holdfast");
  expect(summary).not.toContain('"SessionStart"');
  expect(rest.join("")).toContain('"SessionStart"');
  expect(drawn).toContain("\u001b[32m+");
  expect([isInstalled(place), isLinked(place), hasBand(place), hasTools(place)]).toEqual(Array(4).fill(true));
  expect(settingsOf(place)).not.toContain("statusLine");
  expect(permissions(place)?.allow).toContain("Bash(holdfast memory save:*)");
  expect(permissions(place)?.allow).not.toContain("Bash(holdfast unlock:*)");
  // The choices are remembered: nobody is asked again.
  expect((await answer(place, ["install"], [])).shown).toContain("Already installed");
});

test.each([
  ["the second adds the status line", 1, [true, true, true]],
  ["the third takes none of it", 2, [false, false, false]],
])("of the answers about band, tools and status line, %s", async (_name, downs, expected) => {
  const place = makePlace();
  await answer(
    place,
    ["install"],
    [
      [PARTS, `${ARROW_DOWN.repeat(downs)}${ENTER}`],
      [APPLY, ENTER],
    ],
  );
  expect([hasBand(place), hasTools(place), settingsOf(place).includes("statusLine")]).toEqual(expected);
});

test.each([
  ["no", NO],
  ["Ctrl-C", CTRL_C],
])("%s to the changes changes nothing", async (_name, key) => {
  const place = makePlace();
  const { exitCode, shown } = await answer(
    place,
    ["install"],
    [
      [PARTS, ENTER],
      [APPLY, key],
    ],
  );
  expect(exitCode).toBe(1);
  expect(shown).toContain("Nothing was changed.");
  expect(readdirSync(place.home)).toEqual([]);
});

test("Ctrl-C at the first question ends it", async () => {
  const place = makePlace();
  const { exitCode, shown } = await answer(place, ["install"], [[PARTS, CTRL_C]]);
  expect([exitCode, shown]).toEqual([1, expect.stringContaining("cancelled, so nothing was changed")]);
  expect(readdirSync(place.home)).toEqual([]);
});

test("the permission rules can be left out with a key, and that is remembered", async () => {
  const place = makePlace();
  const { shown } = await answer(
    place,
    ["install"],
    [
      [PARTS, ENTER],
      [APPLY, "r"],
    ],
  );
  expect(shown).toContain("yes, but without the permission rules");
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
  const { shown } = await answer(
    place,
    ["install"],
    [
      [PARTS, ENTER],
      [APPLY, ENTER],
    ],
  );
  expect(shown).toContain("Installed.");
  expect([hasBand(place), isLinked(place)]).toEqual([true, false]);
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

test("agents on PATH are offered in one question, and their sandboxes are explained", async () => {
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
      ["Also install in these agents", `${ARROW_DOWN}${SPACE}${ENTER}`],
      [PARTS, ENTER],
      [APPLY, ENTER],
    ],
  );
  expect(exitCode).toBe(0);
  expect(shown).toContain("--writable-root");
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
