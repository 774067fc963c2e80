// What Claude says it tested, committed or pushed, against what really ran, in the real client.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { resolve } from "node:path";
import { type ClaudeSessions, type SessionRun, startSessions } from "../helpers/claude-sessions.ts";
import { type Place, readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { makeTempFolder, refillProject } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { agent, bash, say, write } from "../helpers/turns.ts";

const BUN = process.execPath;
const passing = 'import { expect, test } from "bun:test";\ntest("adds", () => expect(1 + 1).toBe(2));\n';
const failing = passing.replace("toBe(2)", "toBe(3)");
const GIT = "git -c user.name=t -c user.email=t@example.com";

let place: Place;
let sessions: ClaudeSessions;

beforeAll(async () => {
  place = await makeInstalledPlace({ git: true, files: { "a.test.ts": passing } });
  const remote = makeTempFolder("remote");
  const long = { GIT_COMMITTER_DATE: "2026-01-01T00:00:00Z", ...process.env };
  const git = (...words: string[]) => Bun.spawnSync(["git", ...words], { cwd: place.project, env: long });
  git("init", "-q", "--bare", remote);
  git("remote", "add", "origin", remote);
  // As if it had existed before the session.
  git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "--amend", "--no-edit");
  sessions = startSessions(place);
});

afterAll(() => sessions.close());

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
const withoutTimes = (text: string) => {
  const runs: Record<string, unknown>[] = JSON.parse(text);
  return runs.map(({ at, ...run }) => run);
};
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

test('a failure hidden by a pipe is red in the record of runs, and contradicts "tests pass"', async () => {
  await refill({ "a.test.ts": passing, "b.test.ts": failing });
  const run = await sessions.run({
    prompt: "Do the tests pass?",
    script: [source(), bash(`"${BUN}" test 2>&1 | tail -6`), say("All tests pass.")],
  });
  expect(advice(run)).toEqual([
    expect.stringMatching(
      /Claude says tests pass, but the last run failed \(1 failed\): .*bun\S* test`, whose exit code was hidden/,
    ),
  ]);
  expect(verdicts(run)).toEqual(["complete"]);
  const { stdout } = await runCommand(place, "runs", "--session", run.sessionId.slice(0, 13), "--json");
  expect(JSON.parse(stdout)).toMatchObject([
    {
      ...{ check: "bun", scope: "suite", state: "red", evidence: "summary", passed: 1, failed: 1 },
      ...{ isPiped: true, isHidden: true, tree: expect.stringMatching(/^[0-9a-f]{20}$/), agentId: null },
    },
  ]);
  // A drain turns it into a row that shows the same; its time is then the event's, not that of the transcript's line.
  await runCommand(place, "drain");
  const again = await runCommand(place, "runs", "--session", run.sessionId, "--json");
  expect(withoutTimes(again.stdout)).toEqual(withoutTimes(stdout));
});

test('"all tests pass" after a partial run is advice; a full run, or a subagent\'s, backs it', async () => {
  await refill({ "a.test.ts": passing, "b.test.ts": passing });
  const part = await sessions.run({
    prompt: "Change it.",
    script: [source(), bash(`"${BUN}" test a.test.ts`), say("Changed. All tests pass.")],
  });
  expect(advice(part)).toEqual([
    expect.stringMatching(
      /Claude says all tests pass, but since the last change only part of them ran: .*a\.test\.ts/,
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
  const { stdout } = await runCommand(place, "runs", "--session", helped.sessionId, "--json");
  expect(JSON.parse(stdout)).toMatchObject([{ state: "green", agentId: expect.any(String) }]);
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

test("the command for past sessions names its replacement", async () => {
  const { exitCode, stderr } = await runCommand(place, "claims");
  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(/`holdfast claims` no longer exists[\s\S]*Use `holdfast runs`\./);
});

test("runs that holdfast made itself, lint and types included, are in the record of runs and back Claude's claims", async () => {
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
  const list = ["runs", "--session", checked.sessionId, "--json"];
  const { stdout } = await runCommand(place, ...list);
  const tree = expect.stringMatching(/^[0-9a-f]{20}$/);
  const byGate = { kind: "tests", check: "quality correctness", command: tests, isOwn: true, tree };
  const ran: Record<string, unknown>[] = JSON.parse(stdout);
  expect(ran.filter(({ command }) => command !== "sh all.sh")).toMatchObject([
    { kind: "types", check: "tsc", state: "red", isHidden: true, isOwn: false, tree },
    { ...byGate, state: "green", evidence: "summary", passed: 2, failed: 0 },
  ]);
  // By command: Claude's run of a configured check, and the gate's own.
  expect(ran.filter(({ command }) => command === "sh all.sh")).toMatchObject([
    { kind: "check", check: "correctness", state: "green", evidence: "exit code", isOwn: false },
    { kind: "check", check: "quality correctness", state: "green", isOwn: true },
  ]);
  await runCommand(place, "drain");
  expect(withoutTimes((await runCommand(place, ...list)).stdout)).toEqual(withoutTimes(stdout));
  await refill({ "a.test.ts": passing });
  const below = `holdfast loop start 'the part' --verify 'cd src && ${tests}'`;
  const inPart = await sessions.run({
    prompt: "Go on until they pass.",
    script: [write(`${place.project}/src/b.test.ts`, passing), bash(below), say("Done.")],
  });
  const ofPart = await runCommand(place, "receipt", "--session", inPart.sessionId);
  expect(ofPart.stdout).toMatch(/green, 1 passed, 0 failed · folder src, by holdfast for loop/);
  await refill({ "a.test.ts": passing });
  const looped = await sessions.run({
    prompt: "Go on until they pass.",
    script: [bash(`holdfast loop start 'the work' --verify '${tests}'`), source(), say("All tests pass.")],
  });
  expect(advice(looped)).toEqual([]);
  const { stdout: text } = await runCommand(place, "runs", "--session", looped.sessionId);
  expect(text).toMatch(/green.*test\n\s+suite · loop · 1 passed, 0 failed · by holdfast/);
  const { stdout: receipt } = await runCommand(place, "receipt", "--session", looped.sessionId);
  expect(receipt).toMatch(/whole suite, by holdfast for loop[\s\S]*done, .* passed, .*, on this tree/);
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
  const { stdout } = await runCommand(place, "runs", "--session", run.sessionId, "--json");
  const tree = expect.stringMatching(/^[0-9a-f]{20}$/);
  expect(JSON.parse(stdout)).toMatchObject([
    { state: "red", scope: "folder", target: "packages/a", tree },
    { state: "green", scope: "folder", target: "packages/b", tree },
    { state: "green", dir: other, tree: null },
    { state: "green", scope: "file", target: "b.test.ts", dir: `${place.project}/packages/b`, tree },
  ]);
  const receipt = await runCommand(place, "receipt", "--session", run.sessionId, "--markdown");
  expect(receipt.stdout.split("\n").filter((line) => /^\| (?:red|green)/.test(line))).toEqual([
    expect.stringMatching(/red.* folder packages\/a /),
    expect.stringMatching(/green.* folder packages\/b /),
    expect.stringMatching(/green.* file b\.test\.ts in packages\/b /),
  ]);
  expect(await readFaultLines(place)).toEqual([]);
});
