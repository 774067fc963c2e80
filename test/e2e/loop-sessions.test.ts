// To which session a loop belongs when sessions run in parallel, continue, or follow each other.
import { expect, setDefaultTimeout, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, write } from "../helpers/turns.ts";

setDefaultTimeout(90_000);

const startLoop = (verify: string) => bash(`holdfast loop start 'fix the types' --verify '${verify}'`);

const place = await makeInstalledPlace({ git: true });
const sessions = shareSessions(place);

test("a loop can be left by /clear and taken over, left suspended, kept by its resumed session, and taken over by a fork, while another session is not held", async () => {
  const { sessionId: before } = await sessions.run({
    prompt: "Fix it.",
    script: [startLoop("test -e fixed"), ...["One.", "Two.", "Three."].map(say)],
  });
  expect(stopVerdicts(place, before)).toEqual(["blocked", "blocked", "stalled"]);
  const loops = () => queryStore(place, "SELECT session_id, state FROM goals");

  // After /clear the new session is told what was left behind, and takes it over.
  const first = await sessions.run({
    prompt: "Go on with what was left.",
    script: [bash(`holdfast resume --from ${before}`), ...["Taken over.", "Two.", "Three."].map(say)],
  });
  expect(first.sessionId).not.toBe(before);
  expect(
    findTold(first.requests, new RegExp(`left a loop: fix the types[\\s\\S]*resume --from ${before}`)),
  ).toBeDefined();
  expect(stopVerdicts(place, first.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
  expect(loops()).toEqual([{ session_id: first.sessionId, state: "suspended" }]);

  const again = await runClaude({
    ...place,
    prompt: "Go on.",
    extraArgs: ["--resume", first.sessionId],
    script: [bash("holdfast resume loop"), ...["One.", "Two.", "Three."].map(say)],
  });
  expect(again.sessionId).toBe(first.sessionId);
  expect(
    systemMessages(again).some(({ text }) => text.includes("The loop of this session is suspended")),
  ).toBe(true);
  expect(stopVerdicts(place, first.sessionId).slice(3)).toEqual(["blocked", "blocked", "stalled"]);

  const fork = await runClaude({
    ...place,
    prompt: "What was left?",
    continueSession: true,
    extraArgs: ["--fork-session"],
    script: [
      bash(`holdfast resume --from ${first.sessionId}`),
      say("One."),
      async () => {
        // Two sessions in one project: a loop holds only its own.
        const other = await sessions.run({ prompt: "A question.", script: [say("An answer.")] });
        expect(stopVerdicts(place, other.sessionId)).toEqual(["complete"]);
        return write(`${place.project}/fixed`, "yes");
      },
      say("Fixed."),
    ],
  });
  expect(fork.sessionId).not.toBe(first.sessionId);
  const takeOver = new RegExp(`left a loop: fix the types[\\s\\S]*resume --from ${first.sessionId}`);
  expect(findTold(fork.requests, takeOver)).toBeDefined();
  expect(systemMessages(fork).some(({ text }) => takeOver.test(text))).toBe(true);
  expect(stopVerdicts(place, fork.sessionId)).toEqual(["blocked", "complete"]);
  expect(loops()).toEqual([{ session_id: fork.sessionId, state: "met" }]);
});
