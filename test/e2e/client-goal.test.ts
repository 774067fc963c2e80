// The client's own goals, set by `/goal` or by Claude's tool SetGoal, which ask a model at each stop, beside a lock of ours.
import { expect, setDefaultTimeout, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { isLocked, makeInstalledPlace, placeLock, stopVerdicts } from "../helpers/installed.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import type { ModelRequest } from "../helpers/model-request.ts";
import { findTold } from "../helpers/told.ts";
import { bash, say, useTool } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

/** What the model of the client's goal answers at each stop. */
function judgeGoal(...answers: boolean[]) {
  const left = [...answers];
  return ({ body }: ModelRequest) => {
    const isGoal = JSON.stringify(body.messages.at(-1)).includes("stopping condition");
    return say(isGoal ? JSON.stringify({ ok: left.shift() ?? true, reason: "two bananas" }) : "A title");
  };
}

async function runWithGoal(main: ReturnType<typeof say>[], ...answers: boolean[]) {
  const place = await makeInstalledPlace();
  placeLock(place, { goal: "migrate everything", done: "the tests pass" });
  const run = await runClaude({
    ...place,
    prompt: "/goal say banana three times",
    script: { main, side: judgeGoal(...answers) },
  });
  expect(await readFaultLines(place)).toEqual([]);
  return { place, run };
}

test("both hold a stop, and Claude reads both reasons", async () => {
  const { place, run } = await runWithGoal(
    [say("One."), bash("holdfast unlock"), say("Three.")],
    false,
    true,
  );
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /holdfast holds this stop/)).toContain("migrate everything");
  expect(findTold(run.requests, /two bananas/)).toContain("banana");
});

test("the lock holds on when the goal is met", async () => {
  const { place, run } = await runWithGoal(
    [say("One."), bash("true"), say("Two."), bash("holdfast unlock"), say("Three.")],
    true,
  );
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
  expect(await isLocked(place)).toBe(false);
});

test("the goal holds on when the lock has ended, and holdfast counts no hold for it", async () => {
  const { place, run } = await runWithGoal(
    [bash("holdfast unlock"), say("One."), say("Two."), say("Three.")],
    false,
    false,
    true,
  );
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "complete", "complete"]);
  expect(run.result?.result).toBe("Three.");
});

test("so it is with a goal that Claude sets itself, and the person sees how each ends", async () => {
  const place = await makeInstalledPlace();
  placeLock(place, { goal: "migrate everything", done: "the tests pass" });
  const claude = startInteractiveClaude({
    ...place,
    prompt: "Say banana three times.",
    features: ["tengu_propose_goal"],
    script: {
      main: [
        useTool("SetGoal", { condition: "banana was said three times", ask_user: false }),
        ...[say("One."), bash("holdfast unlock"), say("Two."), say("Three bananas.")],
      ],
      side: judgeGoal(false, false, true),
    },
  });
  await waitUntil(() => claude.shown().includes("Goal achieved"));
  await claude.type("/exit");
  await claude.done;
  const shown = claude.shown().replaceAll(/\s+/g, "");
  for (const line of [
    "Claude set a goal",
    "holdfast holds this stop (gate: lock)",
    "the lock was removed by Claude",
  ])
    expect(shown).toContain(line.replaceAll(" ", ""));
  expect(findTold(claude.requests, /two bananas/)).toContain("banana");
  expect(stopVerdicts(place)).toEqual(["blocked", "complete", "complete"]);
  expect(await isLocked(place)).toBe(false);
  expect(await readFaultLines(place)).toEqual([]);
});
