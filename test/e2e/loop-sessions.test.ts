// Whose loop it is, over sessions that stand side by side, go on, or follow each other.
import { expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, write } from "../helpers/turns.ts";

const startLoop = (verify: string) => bash(`holdfast loop start 'fix the types' --verify '${verify}'`);

test("two sessions in one project: a loop holds only its own", async () => {
  const place = await makeInstalledPlace({ git: true });
  const first = await runClaude({
    ...place,
    prompt: "Fix it.",
    script: [
      startLoop("test -e fixed"),
      say("Done?"),
      async () => {
        const second = await runClaude({ ...place, prompt: "A question.", script: [say("An answer.")] });
        expect(stopVerdicts(place, second.sessionId)).toEqual(["complete"]);
        return write(`${place.project}/fixed`, "yes");
      },
      say("Done."),
    ],
    timeoutMs: 60_000,
  });
  expect(stopVerdicts(place, first.sessionId)).toEqual(["blocked", "complete"]);
  expect(queryStore(place, "SELECT session_id FROM loops")).toEqual([{ session_id: first.sessionId }]);
}, 90_000);

test("after /clear the new session is told what was left behind, and takes it over", async () => {
  const place = await makeInstalledPlace({ git: true });
  const session = startStreamingClaude({
    ...place,
    script: {
      main: [
        startLoop("test -e fixed"),
        say("One."),
        say("Two."),
        say("Three."),
        bash("holdfast loop resume --from $(cat from)"),
        say("Taken over."),
        write(`${place.project}/fixed`, "yes"),
        say("Fixed."),
      ],
      whenDone: say("Done."),
    },
  });
  await session.send("Fix it.");
  const [{ session_id: before } = {}] = queryStore(place, "SELECT session_id FROM loops");
  await Bun.write(`${place.project}/from`, String(before));
  await session.send("/clear");
  await session.send("Go on with what was left.");
  const run = await session.close();
  expect(run.sessionId).not.toBe(before);
  expect(
    findTold(run.requests, new RegExp(`left a loop: fix the types[\\s\\S]*loop resume --from ${before}`)),
  ).toBeDefined();
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(queryStore(place, "SELECT session_id, status FROM loops")).toEqual([
    { session_id: run.sessionId, status: "done" },
  ]);
}, 90_000);

test("a session that is resumed keeps its loop and is reminded of it; a fork is told how to take it over", async () => {
  const place = await makeInstalledPlace({ git: true });
  const first = await runClaude({
    ...place,
    prompt: "Fix it.",
    script: [startLoop("test -e fixed"), say("One."), say("Two."), say("Three.")],
  });
  expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
  const fork = await runClaude({
    ...place,
    prompt: "What was left?",
    continueSession: true,
    extraArgs: ["--fork-session"],
    script: { whenDone: say("A loop.") },
  });
  expect(fork.sessionId).not.toBe(first.sessionId);
  const takeOver = new RegExp(`left a loop: fix the types[\\s\\S]*loop resume --from ${first.sessionId}`);
  expect(findTold(fork.requests, takeOver)).toBeDefined();
  expect(systemMessages(fork).some(({ text }) => takeOver.test(text))).toBe(true);
  const again = await runClaude({
    ...place,
    prompt: "Go on.",
    extraArgs: ["--resume", first.sessionId],
    script: {
      main: [
        bash("holdfast loop resume"),
        say("One."),
        write(`${place.project}/fixed`, "yes"),
        say("Fixed."),
      ],
    },
  });
  expect(again.sessionId).toBe(first.sessionId);
  expect(
    systemMessages(again).some(({ text }) => text.includes("The loop of this session is suspended")),
  ).toBe(true);
  expect(stopVerdicts(place, first.sessionId).slice(3)).toEqual(["blocked", "complete"]);
}, 90_000);
