// Mode "ask" while another process writes to the memory database: the stop is allowed, and still recorded.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { databasePath } from "../../../../src/config/environment.ts";
import { loadConfig } from "../../../../src/config/load-config.ts";
import { openStop } from "../../../../src/gates/engine/open-stop.ts";
import { recordDecision } from "../../../../src/gates/engine/record-decision.ts";
import { judgeStop } from "../../../../src/gates/engine/stop.ts";
import { isGated } from "../../../../src/protocol/claude-code/events.ts";
import type { GatedEvent } from "../../../../src/protocol/hook-event.ts";
import { createTrace, type HookContext } from "../../../../src/store/hook-context.ts";
import { memoryPath } from "../../../../src/store/open.ts";
import { parseEvent } from "../../../helpers/parse-event.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const PREFERENCE = "From now on always use pnpm.";

async function makeAsking(): Promise<{ place: Workplace; stop: Record<string, unknown> }> {
  const place = await makeWorkplace();
  writeFileIn(place.env.holdfastHome, "config.json", JSON.stringify({ triage: { mode: "ask" } }));
  const lines = writeTranscript({ sessionId: "s1", cwd: place.project, live: true });
  lines.prompt(PREFERENCE);
  lines.say("Done.");
  const path = `${place.env.home}/transcript.jsonl`;
  writeFileSync(path, lines.text());
  await place.prompt(PREFERENCE);
  return { place, stop: { transcript_path: path, last_assistant_message: "Done." } };
}

function lockMemory({ env }: Workplace): () => void {
  const writer = new Database(memoryPath(databasePath(env)));
  writer.run("BEGIN IMMEDIATE");
  return () => {
    writer.run("ROLLBACK");
    writer.close();
  };
}

function stopContext({ env, project }: Workplace, stop: object): HookContext<GatedEvent> {
  const payload = JSON.stringify({ hook_event_name: "Stop", session_id: "s1", cwd: project, ...stop });
  const parsed = parseEvent(payload);
  if (!parsed.ok || !isGated(parsed.event)) throw new Error("no stop");
  const event = parsed.event;
  return {
    event,
    env,
    startDir: project,
    projectDir: project,
    now: Date.now(),
    trace: createTrace(false),
    payload,
  };
}

const verdicts = ({ store }: Workplace) => store.query("SELECT verdict, rule FROM decisions").all();

test("a memory database that is locked before the search is recorded as a fault, and Claude is asked at the next stop", async () => {
  const { place, stop } = await makeAsking();
  const unlock = lockMemory(place);
  expect(await place.stop(stop)).toEqual({ kind: "silent" });
  unlock();
  expect(verdicts(place)).toEqual([{ verdict: "fault", rule: "gate-failed" }]);
  expect(await place.stop(stop)).toMatchObject({ kind: "refuse" });
});

test("a memory database that is locked after the search is recorded, nothing is marked, and Claude is asked at the next stop", async () => {
  const { place, stop } = await makeAsking();
  const { store } = place;
  const context = stopContext(place, stop);
  const loaded = await loadConfig(place.env, place.project);
  const opened = openStop(context, loaded, store);
  const results = await judgeStop(opened);
  expect(opened.findings).toMatchObject([{ gate: "triage" }]);
  const unlock = lockMemory(place);
  expect((await recordDecision(opened, results, { isLogged: true })).verdict).toBe("complete");
  expect(store.query("PRAGMA busy_timeout").get()).toEqual({ timeout: 2000 });
  unlock();
  expect(verdicts(place)).toMatchObject([{ verdict: "complete" }]);
  expect(store.query("SELECT asked_at FROM candidates").all()).toEqual([{ asked_at: null }]);
  expect(await place.stop(stop)).toMatchObject({ kind: "refuse" });
});
