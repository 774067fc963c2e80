// What refills a budget and what does not, with background work in the real client.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { makeInstalledPlace, placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(90_000);

const place = await makeInstalledPlace();
const sessions = shareSessions(place);

const budgetsOf = (sessionId: string) =>
  queryStore(place, `SELECT id FROM budgets WHERE agent = 'main' AND session_id = '${sessionId}'`).length;

describe("background work", () => {
  test("in the form of a dev server does not switch the gates off", async () => {
    placeLock(place);
    const { sessionId } = await sessions.run({
      prompt: "Start the server.",
      script: [bash("python3 -m http.server 0 --bind 127.0.0.1", { background: true }), say("It runs.")],
    });
    expect(stopVerdicts(place, sessionId)).toEqual(["blocked", "blocked", "stalled"]);
  });

  test("is waited for; its notification does not refill the budget, a person's prompt opens a new one [002-04]", async () => {
    placeLock(place, { max: 2 });
    const session = startStreamingClaude({
      ...place,
      script: {
        main: [
          say("Done?"),
          bash("sleep 1.5", { background: true, description: "A long job" }),
          say("Started a job."),
          say("The job is done."),
          say("Still done."),
        ],
        whenDone: say("Done."),
      },
    });
    const { session_id = "" } = await session.send("Work.");
    await session.waitFor((message) => JSON.stringify(message.origin ?? "").includes("task-notification"));
    const worked = ["blocked", "waiting", "blocked", "capped"];
    expect(stopVerdicts(place, session_id)).toEqual(worked);
    expect(budgetsOf(session_id)).toBe(1);
    placeLock(place);
    await session.send("Work more.");
    const run = await session.close();
    expect(findTold(run.requests, /<task-notification>/)).toBeDefined();
    expect(stopVerdicts(place, session_id)).toEqual([...worked, "blocked", "blocked", "stalled"]);
    expect(budgetsOf(session_id)).toBe(2);
  });
});

test('continuation "once" allows the second stop of a turn', async () => {
  writeFileIn(place.home, ".holdfast/config.json", '{"continuation": "once"}');
  placeLock(place);
  const { sessionId } = await sessions.run({ prompt: "Work.", script: { whenDone: say("Done.") } });
  const sql = `SELECT verdict, rule FROM decisions WHERE session_id = '${sessionId}' ORDER BY id`;
  expect(queryStore(place, sql)).toEqual([
    { verdict: "blocked", rule: "open-findings" },
    { verdict: "complete", rule: "once" },
  ]);
});
