import { beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { databasePath, readEnvironment } from "../../../src/config/environment.ts";
import { countCandidates } from "../../../src/memory/inbox/candidates.ts";
import { takeDrainLock } from "../../../src/recording/queue/drain-lock.ts";
import { enqueueCall, hasWaitingCalls } from "../../../src/recording/queue/pending-queue.ts";
import { readFaults } from "../../../src/store/fault-log.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { hasUnindexedPrompts, insertPrompt } from "../../../src/store/prompts.ts";
import { touchSession } from "../../../src/store/sessions.ts";
import { drainFirst } from "../../../src/upkeep/drain-first.ts";
import { makeTempHome, makeTempProject } from "../../helpers/temp.ts";
import { writeTranscript } from "../../helpers/transcript-lines.ts";

let env = readEnvironment({});
let store: Store;
let project = "";
let transcript = "";

beforeEach(async () => {
  env = readEnvironment({ HOME: makeTempHome() });
  project = makeTempProject({ git: true });
  store = await openStore(databasePath(env));
  transcript = `${project}/s1.jsonl`;
  touchSession(store, {
    sessionId: "s1",
    projectDir: project,
    transcriptPath: transcript,
    at: Date.now(),
    toolCalls: 0,
  });
});

function say(text: string): void {
  const lines = writeTranscript({ sessionId: "s1", cwd: project, startedAt: Date.now(), stepMs: 0 });
  lines.prompt(text);
  appendFileSync(transcript, lines.text());
}

const inInbox = () => countCandidates(store, null, "new");
const writes = () => (store.query("SELECT total_changes() AS n").get() as { n: number }).n;

describe("before the inbox is shown", () => {
  test("what was said and done since the last drain is recorded", async () => {
    say("From now on always use pnpm.");
    insertPrompt(store, { sessionId: "s1", promptId: "p1", text: "From now on always use pnpm.", at: 1 });
    enqueueCall(store, {
      sessionId: "s1",
      toolUseId: "t1",
      tool: "Bash",
      rawOutput: JSON.stringify({
        input: { command: "ls" },
        response: { stdout: "a" },
        project_dir: project,
      }),
      filesTouched: "[]",
      priority: "high",
      at: Date.now(),
    });
    await drainFirst(env, store);
    expect(inInbox()).toBe(1);
    expect(hasWaitingCalls(store) || hasUnindexedPrompts(store)).toBe(false);
    say("From now on never touch the vendor folder.");
    await drainFirst(env, store);
    expect(inInbox()).toBe(2);
  });

  test("nothing is written when nothing is new, not even after half a line", async () => {
    say("From now on always use pnpm.");
    appendFileSync(transcript, '{"type":"user","mess');
    await drainFirst(env, store);
    await Bun.sleep(50); // The time of a file is only exact to some milliseconds.
    await drainFirst(env, store);
    const before = writes();
    await drainFirst(env, store);
    expect(writes()).toBe(before);
    expect(inInbox()).toBe(1);
  });

  test("another process that drains for long is not waited for", async () => {
    say("From now on always use pnpm.");
    const INIT = 1;
    takeDrainLock(store, INIT, Date.now());
    const from = performance.now();
    await drainFirst(env, store);
    expect(performance.now() - from).toBeLessThan(5000);
    expect(inInbox()).toBe(0);
    expect(await readFaults(env, 0)).toEqual([]);
  });

  test("a failure is recorded, not thrown", async () => {
    store.run("DROP TABLE prompts");
    await drainFirst(env, store);
    expect(await readFaults(env, 0)).toMatchObject([{ part: "drain" }]);
  });
});
