// Most stops end a talk: no gate is due then, and the record is the same.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { databasePath, readEnvironment } from "../../../../src/config/environment.ts";
import { runHook } from "../../../../src/hook/run.ts";
import { listDecisions } from "../../../../src/store/decisions.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { queueMessage } from "../../../../src/store/notices.ts";
import { openLedger } from "../../../../src/store/open.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../../../helpers/temp.ts";
import { calls, type Json, result, says, toLines, user } from "../../transcript/records.ts";

const TALK = [user("And why?"), says("Because.")];
const WORK = [user("Do it."), calls("t1", "Read", { file_path: "/a" }), result("t1", "ok"), says("Because.")];
const QUIET = "due: nothing";

async function makePlace() {
  const home = makeTempHome();
  const project = makeTempProject({ git: true });
  const transcript = `${makeTempFolder("transcript")}/s1.jsonl`;
  writeFileSync(transcript, "");
  const env = readEnvironment({
    HOME: home,
    PATH: process.env.PATH,
    TMPDIR: home,
    CLAUDE_PROJECT_DIR: project,
  });
  const store = await openLedger(databasePath(env));
  const send = async (fields: object) => {
    const head = { session_id: "s1", cwd: project, transcript_path: transcript };
    const parsed = parseEvent(JSON.stringify({ ...head, ...fields }));
    if (!parsed.ok) throw new Error(parsed.problem);
    const trace = createTrace(true);
    const answer = await runHook(parsed.event, env, trace);
    return { answer, isQuiet: trace.lines().some((line) => line.includes(QUIET)) };
  };
  /** A prompt, what came of it, and the stop after it. */
  const turn = async (records: Json[], fields: object = {}) => {
    await send({ hook_event_name: "UserPromptSubmit", prompt: "And why?" });
    writeFileSync(transcript, toLines(records), { flag: "a" });
    return send({ hook_event_name: "Stop", last_assistant_message: "Because.", ...fields });
  };
  return { send, turn, store };
}

const bare = (row: object) => ({ ...row, id: 0, at: 0, duration_ms: 0, budget_id: 0 });

test("after talk no gate is due, after work some are, and both are recorded alike", async () => {
  const { turn, store } = await makePlace();
  expect(await turn(TALK)).toEqual({ answer: { kind: "silent" }, isQuiet: true });
  expect(await turn(WORK)).toEqual({ answer: { kind: "silent" }, isQuiet: false });
  const [long, short] = listDecisions(store, {}, 2);
  expect(short).toMatchObject({ verdict: "complete", rule: "nothing-open", findings: "[]", agent: "main" });
  expect(bare(short ?? {})).toEqual(bare(long ?? {}));
  expect(short?.budget_id).not.toBe(long?.budget_id ?? null);
  const log = store.query("SELECT session_id, event, pending FROM event_log WHERE event = 'Stop'").all();
  expect(log).toEqual([
    { session_id: "s1", event: "Stop", pending: 0 },
    { session_id: "s1", event: "Stop", pending: 0 },
  ]);
});

test("a continued stop and one in plan mode are allowed before any gate is consulted", async () => {
  const { turn, store } = await makePlace();
  expect((await turn(TALK, { permission_mode: "plan" })).isQuiet).toBe(false);
  expect(listDecisions(store, {}, 1)[0]).toMatchObject({ verdict: "paused", rule: "plan-mode" });
  expect(await turn(TALK, { stop_hook_active: true })).toEqual({ answer: { kind: "silent" }, isQuiet: true });
  expect(listDecisions(store, {}, 1)[0]).toMatchObject({ verdict: "complete", rule: "nothing-open" });
});

test("after talk that ends with open boxes the checklist gate is due", async () => {
  const { turn } = await makePlace();
  const { answer, isQuiet } = await turn(TALK, { last_assistant_message: "Because.\n- [ ] one thing more" });
  expect(isQuiet).toBe(false);
  expect(answer).toMatchObject({ kind: "tell", message: expect.stringContaining("one thing more") });
});

test("background work is recorded although no gate is due", async () => {
  const { turn, store } = await makePlace();
  const background_tasks = [{ id: "b1", type: "shell", status: "running" }];
  expect((await turn(TALK, { background_tasks })).isQuiet).toBe(true);
  expect(store.query("SELECT task_id FROM background_tasks").all()).toEqual([{ task_id: "b1" }]);
});

test("a queued message is delivered with the stop, once", async () => {
  const { send, turn, store } = await makePlace();
  await turn(TALK);
  queueMessage(store, "s1", "the build is green again", 1);
  const stop = { hook_event_name: "Stop", last_assistant_message: "Because." };
  expect((await send(stop)).answer).toEqual({ kind: "tell", message: "the build is green again" });
  expect((await send(stop)).answer).toEqual({ kind: "silent" });
});

test("a budget that makes no sense is a fault", async () => {
  const { send, turn, store } = await makePlace();
  await turn(TALK);
  store.run("UPDATE budgets SET situations = 'torn'");
  await send({ hook_event_name: "Stop", last_assistant_message: "Because." });
  expect(listDecisions(store, {}, 1)[0]).toMatchObject({ verdict: "fault", rule: "unreadable-budget" });
});
