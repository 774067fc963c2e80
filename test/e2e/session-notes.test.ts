// What a model writes about a session that ended, in the real client.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { runClaude } from "../helpers/claude.ts";
import { buildEnvironment } from "../helpers/client-process.ts";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { makeAnsweringJudge } from "../helpers/judges.ts";
import { textOf } from "../helpers/model-request.ts";
import { startScriptedApi } from "../helpers/scripted-api.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { failWith, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const CLIENT = join(import.meta.dir, "../../node_modules/.bin");
const REASON = "We picked Postgres for the tides service, SQLite locked up under load there.";
const UNCLEAR = "We decided to use Redis for the queue of the importer.";
const TEXT = "The tides service uses Postgres, since SQLite locked up under load.";
const NOTES = JSON.stringify({
  summary: "The tides service moved to Postgres.",
  memories: [{ text: TEXT, category: "DECISION", quotes: ["SQLite locked up under load there"] }],
  facts: ["ephemeris table replaces lunar cron"],
});

async function makePlace(judge: object, more: object = {}) {
  const place = await makeInstalledPlace({ git: true });
  writeConfig(place, judge, more);
  return { ...place, env: { PATH: `${CLIENT}:${process.env.PATH}` } };
}

function writeConfig({ home }: Place, judge: object, more: object = {}): void {
  writeFileIn(home, ".holdfast/config.json", JSON.stringify({ judge, memory: { model: true }, ...more }));
}

/** Three turns, and the end of the session. */
async function runSession(place: Place) {
  const prompts = [REASON, "Now the moon.", "And the docs?"];
  const session = startStreamingClaude({
    ...place,
    script: prompts.map((_, n) => say(`Done ${n}.`)),
  });
  for (const prompt of prompts) await session.send(prompt);
  return session.close();
}

const outcomes = (place: Place) =>
  queryStore(place, "SELECT judge, outcome FROM judge_calls ORDER BY id").map(
    ({ judge, outcome }) => `${judge}: ${outcome}`,
  );
const isDrained = (place: Place) =>
  queryStore(place, "SELECT 1 FROM session_summaries").length > 0 &&
  queryStore(place, "SELECT 1 FROM drain_lock").length === 0;
const fromModel = (place: Place) =>
  queryStore(place, `SELECT title, who FROM candidates WHERE patterns = '["model"]'`);

test("after the end of a session: a summary, facts to search for, and a memory for the inbox [003-21]", async () => {
  const place = await makePlace({ by: { command: makeAnsweringJudge(NOTES).command } });
  const { sessionId } = await runSession(place);
  await waitUntil(() => fromModel(place).length > 0);
  expect(outcomes(place)).toEqual(["memory: yes"]);
  expect(fromModel(place)).toEqual([{ title: TEXT, who: "claude" }]);
  const inbox = await runCommand(place, "memory", "inbox", "--list");
  expect(inbox.stdout).toContain(TEXT);
  expect(inbox.stdout).toContain("claude, written by a model");
  expect((await runCommand(place, "search", "ephemeris")).stdout).toContain("summary");
  expect((await runCommand(place, "sessions", "show", sessionId)).stdout).toContain(
    "Summary by a model: The tides service moved to Postgres.",
  );
  expect((await runCommand(place, "explain")).stdout).toContain('judge "memory": yes');
  expect(stopVerdicts(place)).toEqual(["complete", "complete", "complete"]);
  expect(await readFaultLines(place)).toEqual([]);
}, 90_000);

test("the user's own client is asked by the drain, once, and is not recorded itself; a failure changes nothing", async () => {
  const place = await makePlace({ by: "off" });
  await runSession(place);
  // The drain that the session's end started asks nobody.
  await waitUntil(() => isDrained(place));
  await Bun.sleep(500);
  writeConfig(place, { by: "claude" });
  const api = startScriptedApi({ judge: [failWith(500, "down")] });
  const asking = { ...place, env: { ...buildEnvironment(place, api.url), PATH: place.env.PATH } };
  expect((await runCommand(asking, "drain")).exitCode).toBe(0);
  expect(outcomes(place)).toEqual(["memory: failed"]);
  expect(fromModel(place)).toEqual([]);
  expect((await runCommand(place, "doctor")).stdout).toMatch(/the judge could not answer: .*API Error: 500/);
  const start = async (attended: "0" | "1") => {
    const env = { ...place.env, CLAUDE_CODE_SESSION_ATTENDED: attended };
    const event = { hook_event_name: "SessionStart", session_id: crypto.randomUUID(), source: "startup" };
    return (await sendEvent({ ...place, env }, event)).stdout;
  };
  // Where nobody watches nobody is told, and it does not count as told.
  expect(await start("0")).not.toContain("judge");
  expect(await start("1")).toContain(
    "the judge could not write about an ended session: Claude Code says: API Error: 500",
  );
  expect(await start("1")).not.toContain("judge");
  queryStore(place, "DELETE FROM advice_shown");
  api.follow({ judge: [say(NOTES)] });
  await runCommand(asking, "drain");
  await runCommand(asking, "drain");
  await api.stop();
  expect(outcomes(place)).toEqual(["memory: failed", "memory: yes"]);
  expect(fromModel(place)).toHaveLength(1);
  expect(queryStore(place, "SELECT 1 FROM sessions WHERE transcript_path IS NOT NULL")).toHaveLength(1);
  const { body } = api.requests.at(-1) ?? {};
  expect(body?.tools).toEqual([]);
  expect(body?.messages.map(textOf).join("\n")).toContain(`person: ${REASON}`);
  expect(await readFaultLines(place)).toEqual([]);
}, 90_000);

test('with a model, mode "ask" leaves what is near its threshold to it [000-19]', async () => {
  const triage = { mode: "ask", askHeadless: true };
  const held = async (judge: object) => {
    const place = await makePlace(judge, { triage });
    await runClaude({ ...place, prompt: UNCLEAR, script: [say("Noted."), say("I leave it at that.")] });
    return stopVerdicts(place);
  };
  expect(await held({ by: "off" })).toEqual(["blocked", "complete"]);
  expect(await held({ by: { command: "false" } })).toEqual(["complete"]);
}, 90_000);
