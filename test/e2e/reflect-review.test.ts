// Deciding about findings: by name, without a terminal, and at one.
import { expect, setDefaultTimeout, test } from "bun:test";
import { answer, CTRL_C, ENTER } from "../helpers/answer-terminal.ts";
import { runCommand } from "../helpers/holdfast.ts";
import { makeSetting } from "../helpers/issue-filing.ts";
import { leaveFindings, makePattern, statuses } from "../helpers/reviewed-findings.ts";

setDefaultTimeout(30_000);

const COMMAND = makePattern({
  id: "REPEATED_TOOL_USE",
  title: "The same command ran 8 times: npm run build",
  suggestion: { text: "Make it a script." },
  fingerprint: "1111111111111111",
});
const ERROR = makePattern({
  id: "REPEATED_ERROR",
  title: "The same error came 4 times",
  fingerprint: "2222222222222222",
});
const HOOK = makePattern({ id: "SLOW_HOOKS", title: "A slow hook", fingerprint: "3333333333333333" });
const ALL = "File GitHub issues for these 2 findings?";

test("without a terminal nothing is done, and it says how to choose", async () => {
  const { place, gh, ids } = await makeSetting([COMMAND, ERROR]);
  const { exitCode, stdout, stderr } = await runCommand(place, "reflect", "review");
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`${ids[0]}  The same command ran 8 times: npm run build`);
  expect(stdout).toContain("Make it a script.");
  expect(stderr).toContain("there is no terminal to ask at, so nothing was done.");
  expect(stderr).toContain("--issue ID");
  expect(Object.values(statuses(place))).toEqual(["new", "new"]);
  expect(gh.calls()).toEqual([]);
});

test("a rejected finding is not reported again [002-13]", async () => {
  const { place, ids } = await makeSetting([COMMAND]);
  const { exitCode } = await runCommand(place, "reflect", "review", "--reject", String(ids[0]));
  expect(exitCode).toBe(0);
  await leaveFindings(place, [COMMAND]);
  const { stdout, exitCode: next } = await runCommand(place, "reflect", "review");
  expect(stdout).toContain("No open findings here.");
  expect(next).toBe(0);
});

test("an option of an earlier version names the current ones", async () => {
  const { place, ids } = await makeSetting([COMMAND]);
  const { exitCode, stderr } = await runCommand(place, "reflect", "review", "--accept", String(ids[0]));
  expect(exitCode).toBeGreaterThan(0);
  expect(stderr).toContain("Use --issue to file a finding");
});

test("a dry run shows the issues and changes nothing", async () => {
  const { place, gh } = await makeSetting([COMMAND, makePattern()]);
  const { exitCode, stdout } = await runCommand(place, "reflect", "review", "--dry-run");
  expect(exitCode).toBe(0);
  for (const part of [
    "Improvement: The same command ran 8 times: npm run build",
    "Improvement: The session had 120 messages",
    "labels: improvement, automation, reflection",
    "<!-- holdfast:00112233445566aa -->",
    "Nothing was done: this is a dry run.",
  ])
    expect(stdout).toContain(part);
  expect(Object.values(statuses(place))).toEqual(["new", "new"]);
  expect(gh.calls()).toEqual([]);
});

test("Claude may look, but not decide", async () => {
  const { place, ids } = await makeSetting([COMMAND]);
  const inside = { ...place, env: { ...place.env, CLAUDECODE: "1" } };
  const { exitCode, stderr } = await runCommand(inside, "reflect", "review", "--reject", String(ids[0]));
  expect(exitCode).toBe(1);
  expect(stderr).toContain("only a person can decide");
  expect((await runCommand(inside, "reflect", "review", "--dry-run")).exitCode).toBe(0);
  const { stdout } = await runCommand(inside, "reflect", "review", "--json");
  expect(JSON.parse(stdout)).toMatchObject([{ id: ids[0], pattern: { id: "REPEATED_TOOL_USE" } }]);
  expect(Object.values(statuses(place))).toEqual(["new"]);
});

test("y at the terminal files every finding, after a question about the repository [002-13]", async () => {
  const { place, gh } = await makeSetting([COMMAND, ERROR]);
  const { exitCode } = await answer(
    place,
    ["reflect", "review"],
    [
      [ALL, "y"],
      ["File these 2 issues on github.com/acme/shop (public)?", "y"],
    ],
  );
  expect(exitCode).toBe(0);
  expect(gh.issues()).toHaveLength(2);
  expect(Object.values(statuses(place))).toEqual(["accepted", "accepted"]);
});

test.each([
  ["n", "n", 0],
  ["Ctrl-C", CTRL_C, 1],
  ["a bare Enter", ENTER, 0],
])("%s at the terminal does nothing, and the findings stay open", async (_name, key, expected) => {
  const { place, gh } = await makeSetting([COMMAND, ERROR]);
  const { exitCode, shown } = await answer(place, ["reflect", "review"], [[ALL, key]]);
  expect(exitCode).toBe(expected);
  expect(shown).toContain("Nothing was done.");
  expect(Object.values(statuses(place))).toEqual(["new", "new"]);
  expect(gh.calls()).toEqual([]);
});

test("select asks about one after the other: yes, no, later [002-13]", async () => {
  const { place, gh, ids } = await makeSetting([COMMAND, ERROR, HOOK]);
  const [command, error, hook] = ids;
  const { exitCode } = await answer(
    place,
    ["reflect", "review"],
    [
      ["File GitHub issues for these 3 findings?", "s"],
      [`◆  ${command} The same command`, "y"],
      [`◆  ${error} The same error`, "n"],
      [`◆  ${hook} A slow hook`, "l"],
      ["File this issue on github.com/acme/shop (public)?", "y"],
    ],
  );
  expect(exitCode).toBe(0);
  expect(gh.issues()).toHaveLength(1);
  expect(statuses(place)).toEqual({
    [Number(command)]: "accepted",
    [Number(error)]: "dismissed",
    [Number(hook)]: "new",
  });
});

test("leaving in the middle of a selection does nothing at all", async () => {
  const { place, gh, ids } = await makeSetting([COMMAND, ERROR]);
  const { exitCode } = await answer(
    place,
    ["reflect", "review"],
    [
      [ALL, "s"],
      [`◆  ${ids[0]} The same command`, "y"],
      [`◆  ${ids[1]} The same error`, CTRL_C],
    ],
  );
  expect(exitCode).toBe(1);
  expect(Object.values(statuses(place))).toEqual(["new", "new"]);
  expect(gh.calls()).toEqual([]);
});

test("text from a session cannot move the cursor", async () => {
  const title = "\u001b[2J\u001b]0;owned\u0007$(touch /tmp/owned)\u202e";
  const { place } = await makeSetting([{ ...COMMAND, title, suggestion: { text: "`reboot`\u001b[1A" } }]);
  const { stdout } = await runCommand(place, "reflect", "review");
  expect(stdout).toContain("$(touch /tmp/owned)");
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
});
