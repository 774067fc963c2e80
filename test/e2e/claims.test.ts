// What Claude says it tested, committed or pushed, against what really ran, in the real client.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { ChecksReport } from "../../src/views/checks.ts";
import { type SessionRun, shareSessions } from "../helpers/claude-sessions.ts";
import { readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempFolder, refillProject } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { type Answer, agent, bash, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const BUN = process.execPath;
const passing = 'import { expect, test } from "bun:test";\ntest("adds", () => expect(1 + 1).toBe(2));\n';
const failing = passing.replace("toBe(2)", "toBe(3)");
const GIT = "git -c user.name=t -c user.email=t@example.com";

const place = await makeInstalledPlace({ git: true, files: { "a.test.ts": passing } });
const remote = makeTempFolder("remote");
const long = { GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z", ...process.env };
const git = (...words: string[]) => Bun.spawnSync(["git", ...words], { cwd: place.project, env: long });
git("init", "-q", "--bare", remote);
git("remote", "add", "origin", remote);
// As if it had existed before the session.
git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "--amend", "--no-edit");
const sessions = shareSessions(place);

async function refill(files: Record<string, string>, config: object = {}): Promise<void> {
  refillProject(place.project, { ...files, ".claude/holdfast.json": JSON.stringify(config) });
  await vouchFor(`${place.home}/.holdfast`, place.project);
}

const advice = (run: SessionRun) =>
  systemMessages(run)
    .map(({ text }) => text)
    .filter((text) => text.includes("holdfast claims"));
const verdicts = ({ sessionId }: SessionRun) =>
  readDecisions(place)
    .reverse()
    .filter((row) => row.event === "Stop" && row.session_id === sessionId)
    .map(({ verdict }) => verdict);
const readChecks = async (...words: string[]): Promise<ChecksReport> =>
  JSON.parse((await runCommand(place, "checks", ...words, "--json")).stdout);
const withoutTimes = ({ checks }: ChecksReport) => checks.map(({ at, ...check }) => check);
const source = () => write(`${place.project}/src/a.ts`, `export const a = ${Math.random()};\n`);

test("claims of a commit or a push are checked against git", async () => {
  const neither = await sessions.run({
    prompt: "Commit it.",
    script: [source(), say("Committed and pushed.")],
  });
  expect(advice(neither).join("\n")).toMatch(
    /it committed, but there is no new commit, and src\/a\.ts is not committed/,
  );
  const unpushed = await sessions.run({
    prompt: "Commit and push it.",
    script: [source(), bash(`git add -A && ${GIT} commit -qm Change`), say("Committed and pushed.")],
  });
  expect(advice(unpushed)).toEqual([
    expect.stringMatching(/it pushed, but HEAD \([0-9a-f]{8}\) is on no remote/),
  ]);
  const pushed = await sessions.run({
    prompt: "Push it.",
    script: [bash("git push -q origin HEAD"), say("Pushed.")],
  });
  expect(advice(pushed)).toEqual([]);
});

test('a failure hidden by a pipe failed in the record, and contradicts "tests pass"', async () => {
  await refill({ "a.test.ts": passing, "b.test.ts": failing });
  const run = await sessions.run({
    prompt: "Do the tests pass?",
    script: [source(), bash(`"${BUN}" test 2>&1 | tail -6`), say("All tests pass.")],
  });
  expect(advice(run)).toEqual([
    expect.stringMatching(
      /The last message says tests pass, but the last run failed \(1 failed\): .*bun\S* test`, whose exit code was hidden/,
    ),
  ]);
  expect(verdicts(run)).toEqual(["complete"]);
  const report = await readChecks("--session", run.sessionId.slice(0, 13));
  expect(report.checks).toMatchObject([
    {
      ...{ check: "bun", scope: "full", result: "failed", evidence: "summary", passed: 1, failed: 1 },
      ...{ hidden: true, tree: "this", by: "claude", subagent: false },
    },
  ]);
  // A drain turns it into a row that shows the same; its time is then the event's, not that of the transcript's line.
  await runCommand(place, "drain");
  expect(withoutTimes(await readChecks("--session", run.sessionId))).toEqual(withoutTimes(report));
});

test('"all tests pass" after a partial run is advice; a full run, or a subagent\'s, backs it', async () => {
  await refill({ "a.test.ts": passing, "b.test.ts": passing });
  const part = await sessions.run({
    prompt: "Change it.",
    script: [source(), bash(`"${BUN}" test a.test.ts`), say("Changed. All tests pass.")],
  });
  expect(advice(part)).toEqual([
    expect.stringMatching(
      /The last message says all tests pass, but since the last change only part of them ran: .*a\.test\.ts/,
    ),
  ]);
  const whole = await sessions.run({
    prompt: "Change it.",
    script: [source(), bash(`"${BUN}" test 2>&1 | tail -6`), say("Changed. All tests pass.")],
  });
  expect(advice(whole)).toEqual([]);
  const helped = await sessions.run({
    prompt: "Change it with help.",
    script: {
      main: [source(), agent({ prompt: "HELPER: run them", background: false }), say("All tests pass.")],
      agents: { HELPER: [bash(`"${BUN}" test`), say("They pass.")] },
    },
  });
  expect(advice(helped)).toEqual([]);
  expect((await readChecks("--session", helped.sessionId)).checks).toMatchObject([
    { result: "passed", by: "claude", subagent: true },
  ]);
  expect(await readFaultLines(place)).toEqual([]);
});

test('claims about lint, types, builds, files and plain "done" are not judged', async () => {
  await refill({ "a.test.ts": passing }, { claims: "block" });
  const run = await sessions.run({
    prompt: "Change it.",
    script: [source(), say("Done. Lint is clean, `tsc` passes, and it builds. Created `docs/never.md`.")],
  });
  expect(verdicts(run)).toEqual(["complete"]);
  expect(advice(run)).toEqual([]);
});

test.each(["claims", "runs --json", "receipt", "receipt verify receipt.json"])(
  "the earlier command `%s` names its replacement",
  async (words) => {
    const { exitCode, stdout, stderr } = await runCommand(place, ...words.split(" "));
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(/`holdfast \w+` no longer exists[\s\S]*Use `holdfast checks`/);
  },
);

test("checks names who ran each check, Claude or holdfast, and holdfast's own runs back Claude's claims", async () => {
  const tests = `"${BUN}" test`;
  const stages = { correctness: [{ run: tests }, { run: "sh all.sh" }] };
  await refill({ "a.test.ts": passing, "b.test.ts": passing, "all.sh": "true\n" }, { quality: { stages } });
  const tsc = resolve(import.meta.dir, "../../node_modules/.bin/tsc");
  const bad = write(`${place.project}/src/a.ts`, "export const a: number = 'one';\n");
  const checked = await sessions.run({
    prompt: "Change it.",
    script: [
      bad,
      bash(`"${tsc}" --noEmit src/a.ts | tail -3`),
      bash("sh all.sh"),
      say("Changed. All tests pass."),
    ],
  });
  expect(advice(checked)).toEqual([]);
  const ofSession = await readChecks("--session", checked.sessionId);
  expect(ofSession.checks.filter(({ command }) => command !== "sh all.sh")).toMatchObject([
    { kind: "types", check: "tsc", result: "failed", hidden: true, by: "claude", tree: "this" },
    {
      ...{ kind: "tests", check: "correctness", command: tests, by: "holdfast", tree: "this" },
      ...{ result: "passed", evidence: "summary", passed: 2, failed: 0 },
    },
  ]);
  // By command: Claude's run of a configured check, and the gate's own.
  expect(ofSession.checks.filter(({ command }) => command === "sh all.sh")).toMatchObject([
    { kind: "check", check: "correctness", result: "passed", evidence: "exit code", by: "claude" },
    { kind: "check", check: "correctness", result: "passed", by: "holdfast" },
  ]);
  await runCommand(place, "drain");
  expect(withoutTimes(await readChecks("--session", checked.sessionId))).toEqual(withoutTimes(ofSession));
  const { stdout: ofTree } = await runCommand(place, "checks");
  expect(ofTree).toMatch(/^ +types .*tsc.* failed \(exit code 0\) .* run by the agent .* this tree$/m);
  expect(ofTree).toMatch(/^ +tests .* passed \(2 passed.*\) +full +run by holdfast .* this tree$/m);
  expect(ofTree).toMatch(/^ +correctness +sh all\.sh +passed +as configured +run by holdfast .* this tree$/m);
  const { stdout: markdown } = await runCommand(place, "checks", "--markdown");
  expect(markdown).toMatch(/^\| types \| `.*tsc.*` \| failed .*\| the agent \| .* UTC \| this tree \|$/m);
  expect(markdown).toMatch(
    /^\| tests \| `.*test` \| passed .*\| full \| holdfast \| .* UTC \| this tree \|$/m,
  );
  await refill({ "a.test.ts": passing });
  const below = `holdfast loop start 'the part' --verify 'cd src && ${tests}'`;
  const inPart = await sessions.run({
    prompt: "Go on until they pass.",
    script: [write(`${place.project}/src/b.test.ts`, passing), bash(below), say("Done.")],
  });
  expect((await readChecks("--session", inPart.sessionId)).checks).toMatchObject([
    { check: "loop", by: "holdfast", result: "passed", passed: 1, scope: "folder", target: "src" },
  ]);
  await refill({ "a.test.ts": passing });
  const looped = await sessions.run({
    prompt: "Go on until they pass.",
    script: [bash(`holdfast loop start 'the work' --verify '${tests}'`), source(), say("All tests pass.")],
  });
  expect(advice(looped)).toEqual([]);
  expect((await readChecks("--session", looped.sessionId)).checks).toMatchObject([
    { check: "loop", by: "holdfast", result: "passed", passed: 1, scope: "full", tree: "this" },
  ]);
  expect(await readFaultLines(place)).toEqual([]);
});

test("set to block, it holds once per claim and evidence, and a full run backs the claim", async () => {
  await refill({ "a.test.ts": passing, "b.test.ts": passing }, { claims: "block" });
  const part = bash(`"${BUN}" test a.test.ts`);
  const backed = await sessions.run({
    prompt: "Change it.",
    script: [source(), part, say("All tests pass."), bash(`"${BUN}" test`), say("All tests pass.")],
  });
  expect(verdicts(backed)).toEqual(["blocked", "complete"]);
  expect(findTold(backed.requests, /gate: claims/)).toContain("Run all of them, or say which ones you ran.");
  expect(advice(backed)).toEqual([]);
  const stubborn = await sessions.run({
    prompt: "Change it.",
    script: [source(), part, say("All tests pass."), say("As I said: all tests pass.")],
  });
  expect(verdicts(stubborn)).toEqual(["blocked", "complete"]);
  // After it held once, the person is told.
  expect(advice(stubborn)).toEqual([expect.stringContaining("only part of them ran")]);
});

test("a run belongs to its folder: a green run hides no red one elsewhere, and another repository's run does not count here", async () => {
  await refill({ "packages/a/a.test.ts": failing, "packages/b/b.test.ts": passing });
  const other = makeTempFolder("other repository");
  await Bun.write(`${other}/a.test.ts`, passing);
  Bun.spawnSync(["git", "init", "-q", other]);
  const run = await sessions.run({
    prompt: "Test it.",
    script: [
      bash(`cd packages/a && "${BUN}" test`),
      bash(`cd packages/b && "${BUN}" test`),
      bash(`cd "${other}" && "${BUN}" test`),
      bash(`(cd "${place.project}/packages/b" && "${BUN}" test b.test.ts)`),
      say("Done."),
    ],
  });
  expect((await readChecks("--session", run.sessionId)).checks).toMatchObject([
    { result: "failed", scope: "folder", target: "packages/a", tree: "this" },
    { result: "passed", scope: "folder", target: "packages/b", tree: "this" },
    { result: "passed", folder: other, tree: "unknown" },
    { result: "passed", scope: "file", target: "b.test.ts", folder: "packages/b", tree: "this" },
  ]);
  const { checks } = await readChecks();
  expect(
    checks
      .filter(({ session }) => session === run.sessionId)
      .map(({ folder }) => folder)
      .sort(),
  ).toEqual(["packages/a", "packages/b", "packages/b"]);
  expect(await readFaultLines(place)).toEqual([]);
});

const suite = () => bash(`"${BUN}" test`);
const commit = () => bash(`git add -A && ${GIT} commit -qm Change`);
/** What a colleague pushed meanwhile. */
const pullWork = () => {
  const clone = makeTempFolder("colleague");
  const remote = Bun.spawnSync(["git", "remote", "get-url", "origin"], { cwd: place.project }).stdout;
  const work = `git clone -q "${String(remote).trim()}" . && echo 1 > theirs.txt && git add -A && ${GIT} commit -qm Theirs && git push -q origin HEAD:theirs`;
  Bun.spawnSync(["sh", "-c", work], { cwd: clone });
};
/** Git counts in seconds. */
const nextSecond = () => Bun.sleep(1001 - (Date.now() % 1000));
const askHelper = () => agent({ prompt: "HELPER: look around", background: false });
const helper = { HELPER: [bash("ls"), say("Nothing.")] };

test.each<[string, RegExp, () => Answer[], (string | (() => unknown))[]?]>([
  [
    "a failed run",
    /tests pass, but the last run failed .*A run that passes would back it\./,
    () => [write(`${place.project}/c.test.ts`, failing), suite(), say("Fixed. The tests pass.")],
  ],
  [
    "a failed run behind a pipe",
    /exit code was hidden/,
    () => [
      write(`${place.project}/c.test.ts`, failing),
      bash(`"${BUN}" test 2>&1 | tail -6`),
      say("Done: all tests pass."),
    ],
  ],
  [
    "a change after the run",
    /a\.ts changed after the last run/,
    () => [suite(), source(), say("The tests pass.")],
  ],
  [
    "a helper before the change",
    /a\.ts changed after the last run/,
    () => [suite(), askHelper(), source(), say("The tests pass.")],
  ],
  [
    "a part of the tests",
    /only part of them ran/,
    () => [source(), bash(`"${BUN}" test a.test.ts`), say("All tests pass.")],
  ],
  [
    "no run",
    /this session has no result of a test run/,
    () => [source(), say("TypeScript compiles clean, unit tests pass.")],
  ],
  [
    "no run, but a program that says so",
    /this session has no result of a test run/,
    () => [source(), bash(`"${BUN}" -e 'console.log("all checks pass, 12 tests")'`), say("The tests pass.")],
  ],
  [
    "no commit",
    /it committed, but there is no new commit/,
    () => [source(), say("Committed.")],
    [nextSecond, "Change it."],
  ],
  [
    "no commit, in a turn with a helper",
    /it committed, but there is no new commit/,
    () => [source(), askHelper(), say("Everything is committed.")],
    [nextSecond, "Change it."],
  ],
  [
    "no commit of the second change",
    /it committed, but there is no new commit, and src\/b\.ts is/,
    () => [
      source(),
      commit(),
      say("Committed."),
      write(`${place.project}/src/b.ts`, "export const b = 1;\n"),
      say("Committed."),
    ],
    ["Change it and commit.", nextSecond, "Add b and commit."],
  ],
  [
    "no commit, in a turn without a call",
    /it committed, but there is no new commit, and src\/a\.ts is/,
    () => [source(), say("Changed."), say("Committed.")],
    [nextSecond, "Change it.", nextSecond, "Commit it."],
  ],
  [
    "no commit of everything",
    /it committed, but there is no new commit, and src\/b\.ts is/,
    () => [
      ...[source(), commit(), say("Committed.")],
      ...[write(`${place.project}/src/b.ts`, "export const b = 1;\n"), say("Added b.")],
      say("Everything is committed."),
    ],
    ["Change it and commit.", nextSecond, "Add b.", nextSecond, "Commit it."],
  ],
  [
    "no push, after a pull",
    /it pushed, but HEAD \([0-9a-f]{8}\) is on no remote/,
    () => [source(), commit(), bash("git fetch -q"), say("Committed and pushed.")],
    [pullWork, "Change it and push."],
  ],
])("a planted contradiction is found: %s", async (_what, line, main, prompt = ["Change it."]) => {
  await refill({ "a.test.ts": passing, "src/a.ts": "export const a = 1;\n" });
  const run = await sessions.run({ prompt, script: { main: main(), agents: helper } });
  expect(advice(run)).toEqual([expect.stringMatching(line)]);
  expect(await readFaultLines(place)).toEqual([]);
});

test("a claim about a commit made earlier, in another repository, or by somebody else is not contradicted", async () => {
  await refill({ "a.test.ts": passing, "src/a.ts": "export const a = 1;\n" });
  const other = makeTempFolder("other repository");
  await Bun.write(`${other}/x.txt`, "1");
  Bun.spawnSync(["git", "init", "-q", other]);
  const run = await sessions.run({
    prompt: ["Change it.", "Commit there.", "What about x?", "And the rest?"],
    script: [
      source(),
      say("Changed."),
      bash(`cd "${other}" && git add -A && ${GIT} commit -qm x`),
      say("Committed."),
      bash(`git -C "${other}" commit --allow-empty -qm y || ${GIT} -C "${other}" commit --allow-empty -qm y`),
      say("Committed: `97c9c59` in a, `1234567` in b."),
      commit(),
      say("Committed."),
    ],
  });
  expect(advice(run)).toEqual([]);
});

test("a commit in a submodule or a push to an address, where git keeps no branch for it, are not contradicted", async () => {
  const alone = await makeInstalledPlace({ git: true, files: { "a.txt": "1\n" } });
  const [inner, address] = [makeTempFolder("inner"), makeTempFolder("address")];
  const git = (cwd: string, ...words: string[]) =>
    Bun.spawnSync([...GIT.split(" "), "-c", "protocol.file.allow=always", ...words], { cwd });
  git(inner, "init", "-q");
  git(inner, "commit", "-q", "--allow-empty", "-m", "x");
  git(address, "init", "-q", "--bare");
  git(alone.project, "submodule", "--quiet", "add", inner, "sub");
  git(alone.project, "commit", "-qam", "Add sub");
  await nextSecond();
  const claude = startStreamingClaude({
    ...alone,
    script: [
      write(`${alone.project}/src/a.ts`, "export const a = 1;\n"),
      // The client has written the call by the time it ends, even on a busy machine.
      bash(`cd sub && ${GIT} commit -q --allow-empty -m y && sleep 0.6`),
      say("Committed."),
      bash(`git push -q "${address}" HEAD:main`),
      say("Pushed."),
    ],
  });
  await claude.send("Change it, and commit the submodule.");
  await nextSecond();
  await claude.send("Push it.");
  const run = await claude.close();
  expect(systemMessages({ home: alone.home, sessionId: run.sessionId }).map(({ text }) => text)).toEqual([]);
  expect(readDecisions(alone).filter(({ event }) => event === "Stop")).toMatchObject([
    { verdict: "complete" },
    { verdict: "complete" },
  ]);
  expect(String(git(address, "rev-parse", "main").stdout)).toMatch(/^[0-9a-f]{40}/);
  expect(await readFaultLines(alone)).toEqual([]);
}, 60_000);

test("a `!` command that only looks silences nothing, one that may have run tests does so for its turn only", async () => {
  const alone = await makeInstalledPlace({ git: true, files: { "check.sh": "exit 0\n" } });
  const change = (name: string) => write(`${alone.project}/src/${name}.ts`, "export const x = 1;\n");
  const claims = () =>
    (existsSync(`${alone.home}/.holdfast/holdfast.db`) ? readDecisions(alone) : [])
      .reverse()
      .filter(({ event }) => event === "Stop")
      .map(({ findings }) => JSON.parse(String(findings)).map(({ code }: { code: string }) => code));
  const claude = startInteractiveClaude({
    ...alone,
    prompt: "Change it.",
    script: [
      ...[change("a"), say("Changed.")],
      say("The tests pass."),
      say("The tests pass."),
      ...[change("b"), say("The tests pass.")],
    ],
  });
  const next = async (line: string, count: number) => {
    await waitUntil(() => claims().length === count);
    await claude.type(line);
  };
  await next("! git status", 1);
  await next("! sh check.sh", 2);
  await next("Change b.", 3);
  await next("/exit", 4);
  await claude.done;
  expect(claims()).toEqual([[], ["none"], [], ["none"]]);
  expect(await readFaultLines(alone)).toEqual([]);
}, 60_000);
