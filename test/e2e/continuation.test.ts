// What refills a budget and what does not, with background work in the real client.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { makeInstalledPlace, placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";

describe("background work", () => {
  test("is waited for, and its notification does not refill the budget", async () => {
    const place = await makeInstalledPlace();
    placeLock(place, { max: 2 });
    const session = startStreamingClaude({
      ...place,
      script: [
        say("Done?"),
        bash("sleep 1.5", { background: true, description: "A long job" }),
        say("Started a job."),
        say("The job is done."),
        say("Still done."),
        say("Still done."),
      ],
    });
    await session.send("Work.");
    await session.waitFor((message) => JSON.stringify(message.origin ?? "").includes("task-notification"));
    const run = await session.close();
    expect(findTold(run.requests, /<task-notification>/)).toBeDefined();
    expect(stopVerdicts(place)).toEqual(["blocked", "waiting", "blocked", "capped"]);
    expect(queryStore(place, "SELECT id FROM budgets WHERE agent = 'main'")).toHaveLength(1);
  }, 60_000);

  test("a dev server in the background does not switch the gates off", async () => {
    const place = await makeInstalledPlace();
    placeLock(place);
    const session = startStreamingClaude({
      ...place,
      script: [bash("python3 -m http.server 0 --bind 127.0.0.1", { background: true }), say("It runs.")],
    });
    await session.send("Start the server.");
    await session.close();
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
  }, 90_000);
});

describe("a person's prompt", () => {
  test("opens a new budget", async () => {
    const place = await makeInstalledPlace();
    const session = startStreamingClaude({ ...place, script: { whenDone: say("Done.") } });
    placeLock(place);
    await session.send("Work.");
    placeLock(place);
    await session.send("Work more.");
    await session.close();
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled", "blocked", "blocked", "stalled"]);
    expect(queryStore(place, "SELECT id FROM budgets WHERE agent = 'main'")).toHaveLength(2);
  }, 60_000);
});

test('continuation "once" lets the second stop of a turn go', async () => {
  const place = await makeInstalledPlace({ files: { ".claude/holdfast.json": '{"continuation": "once"}' } });
  placeLock(place);
  await runClaude({ ...place, prompt: "Work.", script: { whenDone: say("Done.") } });
  expect(queryStore(place, "SELECT verdict, rule FROM decisions ORDER BY id")).toEqual([
    { verdict: "blocked", rule: "open-findings" },
    { verdict: "complete", rule: "once" },
  ]);
});
