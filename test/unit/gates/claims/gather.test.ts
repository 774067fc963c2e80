// A stop with a claim, through the hook: an incomplete transcript is not judged, and no secret is shown.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { databasePath, readEnvironment } from "../../../../src/config/environment.ts";
import { runHook } from "../../../../src/hook/run.ts";
import { recordOwnRun } from "../../../../src/recording/queue/pending-queue.ts";
import { listDecisions } from "../../../../src/store/decisions.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { openLedger, type Store } from "../../../../src/store/open.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../../../helpers/temp.ts";
import { calls, type Json, result, says, toLines, user } from "../../transcript/records.ts";

const GREEN = " 3 pass\n 0 fail\nRan 3 tests across 1 file. [9.00ms]";
const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const project = makeTempProject();

/** The answer to a stop after "All tests pass.", and its record. */
async function stopAfter(
  transcript: string | Uint8Array,
  config: object = {},
  message = "All tests pass.",
  before?: (store: Store, stop: () => Promise<unknown>) => Promise<unknown>,
  dir = project,
) {
  const home = makeTempHome();
  const path = `${makeTempFolder("transcript")}/s1.jsonl`;
  writeFileSync(path, transcript);
  const env = readEnvironment({
    HOME: home,
    PATH: process.env.PATH,
    TMPDIR: home,
    CLAUDE_PROJECT_DIR: dir,
  });
  const store = await openLedger(databasePath(env));
  writeFileSync(`${home}/.holdfast/config.json`, JSON.stringify(config));
  const send = async (fields: object) => {
    const head = { session_id: "s1", cwd: dir, transcript_path: path };
    const parsed = parseEvent(JSON.stringify({ ...head, ...fields }));
    if (!parsed.ok) throw new Error(parsed.problem);
    return runHook(parsed.event, env, createTrace(false));
  };
  await send({ hook_event_name: "UserPromptSubmit", prompt: "Go on." });
  const stop = () => send({ hook_event_name: "Stop", last_assistant_message: message });
  if (before !== undefined) {
    await Bun.sleep(AFTER_PROMPT_MS);
    await before(store, stop);
  }
  const answer = await stop();
  return { answer, findings: listDecisions(store, {}, 1)[0]?.findings ?? "" };
}

/** The prompt's event comes after the records are made, but they belong to its turn. */
const AFTER_PROMPT_MS = 50;
const at = (agoMs: number) => new Date(Date.now() - agoMs + AFTER_PROMPT_MS).toISOString();
const stamp = () => ({ timestamp: at(0), cwd: project });

/** A change and a partial test run, this long ago. */
function worked(agoMs: number, command = "bun test a.test.ts"): Json[] {
  const fields = { timestamp: at(agoMs), cwd: project };
  return [
    user("Go on.", fields),
    calls("t1", "Write", { file_path: `${project}/a.ts`, content: "1" }, fields),
    result("t1", "File written.", fields),
    calls("t2", "Bash", { command }, fields),
    result("t2", GREEN, fields),
    says("All tests pass.", fields),
  ];
}

test("a partial run is reported, with no secret of its command in the message or the record", async () => {
  const { answer, findings } = await stopAfter(
    toLines(worked(0, `TOKEN=x bun test a.test.ts --token ${SECRET}`)),
  );
  expect(answer).toMatchObject({ kind: "tell", message: expect.stringContaining("only part of them ran") });
  expect(findings).toContain('"claims"');
  expect(JSON.stringify(answer) + findings).not.toContain(SECRET);
});

test("a change is found even if its call precedes the part of the transcript that is read first", async () => {
  const records = worked(0);
  records[1] = calls("t1", "Write", { file_path: `${project}/a.ts`, content: "1".repeat(9000) }, stamp());
  const { answer } = await stopAfter(toLines(records));
  expect(answer).toMatchObject({ kind: "tell", message: expect.stringContaining("only part of them ran") });
});

test.each<[string, () => string | Uint8Array]>([
  ["is about an earlier turn that ended in the same words", () => toLines(worked(60_000))],
  ["has a call without its result yet", () => toLines(worked(0).slice(0, 4))],
  ["is empty", () => ""],
  ["is not text", () => crypto.getRandomValues(new Uint8Array(5000))],
])("nothing is said when the transcript %s", async (_what, transcript) => {
  expect((await stopAfter(transcript())).answer).toEqual({ kind: "silent" });
});

test("nothing is said about a claim with which the previous stop already ended", async () => {
  const { findings } = await stopAfter(toLines(worked(0)), {}, "All tests pass.", (_, stop) => stop());
  expect(findings).toBe("[]");
});

test("a last message longer than the part that is read first is still read", async () => {
  const message = `${"Some words. ".repeat(1500)}\n\nAll tests pass.`;
  const { answer } = await stopAfter(toLines(worked(0).with(-1, says(message, stamp()))), {}, message);
  expect(answer).toMatchObject({ kind: "tell", message: expect.stringContaining("only part of them ran") });
});

test("before a failed run contradicts Claude, runs long before it are read", async () => {
  const green = [calls("t8", "Bash", { command: "bun test" }, stamp()), result("t8", GREEN, stamp())];
  const between = [
    calls("t9", "Read", { file_path: "/x" }, stamp()),
    result("t9", "y".repeat(30_000), stamp()),
  ];
  const red = [
    calls("t2", "Write", { file_path: `${project}/a.ts`, content: "1" }, stamp()),
    result("t2", "File written.", stamp()),
    calls("t3", "Bash", { command: "bun test | tail -3" }, stamp()),
    result("t3", " 2 pass\n 1 fail\nRan 3 tests across 1 file. [9.00ms]", stamp()),
    calls("t4", "Write", { file_path: `${project}/a.ts`, content: "2" }, stamp()),
    result("t4", "File written.", stamp()),
    says("All tests pass.", stamp()),
  ];
  const start = user("Go on.", stamp());
  // Broken on purpose to see it fail, and restored.
  expect((await stopAfter(toLines([start, ...green, ...between, ...red]))).answer).toEqual({
    kind: "silent",
  });
  expect((await stopAfter(toLines([start, ...between, ...red]))).answer).toMatchObject({
    message: expect.stringContaining("the last run failed"),
  });
});

test("tests that holdfast ran itself since, and that passed, are proof", async () => {
  const prove = (store: Store, command: string, outcome: "passed" | "failed") =>
    recordOwnRun(
      store,
      { sessionId: "s1", check: "loop", command, dir: project, tree: null },
      { outcome, exitCode: 0, output: "" },
    );
  const stopWith = (command: string, outcome: "passed" | "failed") =>
    stopAfter(toLines(worked(0)), {}, "All tests pass.", (store) => prove(store, command, outcome));
  expect((await stopWith("bun test", "passed")).answer).toEqual({ kind: "silent" });
  expect((await stopWith("bun test", "failed")).answer).toMatchObject({ kind: "tell" });
  expect((await stopWith("bun run lint", "passed")).answer).toMatchObject({ kind: "tell" });
});

test("nothing is examined if the gate is switched off", async () => {
  const { answer, findings } = await stopAfter(toLines(worked(0)), { claims: "off" });
  expect(answer).toEqual({ kind: "silent" });
  expect(findings).toBe("[]");
});

test.each<[string, string, string]>([
  ["cannot be read", ".git/HEAD", "garbage"],
  ["has damaged logs", ".git/logs/refs/remotes/origin/main", "\0\tupdate by push\n"],
])("nothing is said about a commit or a push when the repository %s", async (_what, path, content) => {
  const broken = makeTempProject({ git: true, files: { "a.txt": "1" } });
  await Bun.write(
    `${broken}/.git/refs/remotes/origin/main`,
    await Bun.$`git rev-parse HEAD`.cwd(broken).text(),
  );
  await Bun.write(`${broken}/${path}`, content);
  const { answer } = await stopAfter(toLines(worked(0)), {}, "Committed and pushed.", undefined, broken);
  expect(answer).toEqual({ kind: "silent" });
});
