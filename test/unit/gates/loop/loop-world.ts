// What can happen to one session's state, step by step, and what must hold after each stop.
import { expect } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { publishGoal, withdrawGoal } from "../../../../src/gates/goals/state-file.ts";
import { loopFile, verifyOf } from "../../../../src/gates/loop/loop.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { listDecisions } from "../../../../src/store/decisions.ts";
import { endGoal, findGoal, isOpenGoal, resumeGoal, setGoalState } from "../../../../src/store/goals.ts";
import { startLoop, type Workplace } from "../../../helpers/workplace.ts";

export type Step =
  | { kind: "stop" | "prompt" | "notification" | "tool" | "work" | "task" | "finish-task" }
  | { kind: "start"; max: number; verify: boolean; crash: boolean }
  | { kind: "cancel" | "resume" | "more" | "done"; crash: boolean }
  | { kind: "edit"; fields: object }
  | { kind: "tear" | "remove" | "block-folder" | "free-folder" | "leave-draft" }
  | { kind: "quality"; result: string };

/** Another tool's file asks for no more than this, so that the bound is known. */
const MAX_FOREIGN = 5;
const DEFAULT_BLOCKS = 6;

const crash = fc.boolean();
export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Step>({ kind: "stop" }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Step>(
      { kind: "prompt" },
      { kind: "notification" },
      { kind: "tool" },
      { kind: "work" },
      { kind: "task" },
      { kind: "finish-task" },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("start" as const),
      max: fc.integer({ min: 1, max: 4 }),
      verify: fc.boolean(),
      crash,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("cancel" as const, "resume" as const, "more" as const, "done" as const),
      crash,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      fields: fc.record(
        {
          session_id: fc.constantFrom<unknown>("own", "other", "", 7, null),
          task: fc.constantFrom<unknown>("theirs", 5),
          iteration: fc.constantFrom<unknown>(0, 1, -3, 99, "x"),
          max_iterations: fc.integer({ min: 0, max: MAX_FOREIGN }),
          verified_done: fc.constantFrom<unknown>(true, false, "true", 1),
          created_at: fc.constantFrom<unknown>("2026-01-01T00:00:00Z", 5),
        },
        { requiredKeys: ["max_iterations"] },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>(
      { kind: "tear" },
      { kind: "remove" },
      { kind: "block-folder" },
      { kind: "free-folder" },
      { kind: "leave-draft" },
      { kind: "quality", result: "failed" },
      { kind: "quality", result: "passed" },
    ),
  },
);

export interface World {
  place: Workplace;
  session: string;
  folder: string;
  tasks: number;
  /** Blocks by loops since a person's last prompt, and other blocks. */
  loopBlocks: number;
  otherBlocks: number;
  /** Blocks by the last started loop, and its declared maximum. */
  onLoop: number;
  declared: number;
  answers: string[];
  /** Every state in which the session's loops were seen. */
  states: Set<string>;
}

export function makeWorld(place: Workplace, session: string): World {
  const folder = `${place.env.holdfastHome}/state/${session}`;
  const counts = { tasks: 0, loopBlocks: 0, otherBlocks: 0, onLoop: 0, declared: 0 };
  return { place, session, folder, ...counts, answers: [], states: new Set() };
}

export async function play(world: World, step: Step): Promise<void> {
  const { place, session, folder } = world;
  const { store } = place;
  const send = (fields: object) => place.send({ session_id: session, ...fields });
  const publish = async (crashed: boolean) => {
    const goal = findGoal(store, "loop", session);
    // The folder may be in the way.
    if (goal?.fileKey === null && !crashed) await publishGoal(loopFile, folder, store, goal).catch(() => {});
  };
  const goal = findGoal(store, "loop", session);
  const isOpen = goal !== null && isOpenGoal(goal);
  switch (step.kind) {
    case "stop":
      return stop(world, await send({ hook_event_name: "Stop" }));
    case "prompt":
      await send({ hook_event_name: "UserPromptSubmit", prompt: "Go on." });
      world.loopBlocks = world.otherBlocks = 0;
      return;
    case "notification":
      await send({ hook_event_name: "UserPromptSubmit", prompt: "<task-notification>x</task-notification>" });
      return;
    case "tool":
      await send({ hook_event_name: "PostToolUse", tool_name: "Read" });
      return;
    case "work":
      // Beside the work tree, which sessions share.
      writeFileSync(`${place.env.home}/${session}.txt`, `error ${"abcdefgh"[world.answers.length % 8]}`);
      return;
    case "task":
      world.tasks++;
      await send({ hook_event_name: "TaskCreated", task_id: String(world.tasks), task_subject: "t" });
      return;
    case "finish-task":
      await send({ hook_event_name: "TaskCompleted", task_id: String(world.tasks), task_subject: "t" });
      return;
    case "start":
      if (goal?.state === "active") return;
      if (isOpen) setGoalState(store, goal.id, { state: "cancelled", why: null, at: Date.now() });
      startLoop(store, place.project, {
        sessionId: session,
        text: "ours",
        verify: step.verify ? `cat '${place.env.home}/${session}.txt'; false` : null,
        maxRounds: step.max,
      });
      world.onLoop = 0;
      world.declared = step.max;
      return publish(step.crash);
    case "cancel":
      if (!isOpen) return;
      setGoalState(store, goal.id, { state: "cancelled", why: null, at: Date.now() });
      // The folder may be in the way.
      if (!step.crash && goal.fileKey === null) await withdrawGoal("loop.json", folder).catch(() => {});
      return;
    case "resume":
    case "more": {
      if (!isOpen || goal.fileKey !== null) return;
      const maxRounds = (goal.maxRounds ?? 0) + (step.kind === "more" ? 2 : 0);
      if (maxRounds <= goal.rounds) return;
      resumeGoal(store, goal.id, { maxRounds, at: Date.now() });
      world.declared = maxRounds;
      return publish(step.crash);
    }
    case "done":
      if (!isOpen || goal.fileKey !== null || verifyOf(goal) !== null) return;
      endGoal(store, goal, Date.now());
      return publish(step.crash);
    case "edit": {
      const fields = { ...step.fields } as Record<string, unknown>;
      if (fields.session_id === "own") fields.session_id = session;
      return put(folder, "loop.json", JSON.stringify(fields));
    }
    case "tear":
      return put(folder, "loop.json", '{"task": "torn", "verified_d');
    case "leave-draft":
      return put(folder, "loop.json.1-dead.tmp", '{"task":');
    case "remove":
      return attempt(() => rmSync(`${folder}/loop.json`, { force: true }));
    case "block-folder":
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(dirname(folder), { recursive: true });
      return writeFileSync(folder, "in the way");
    case "free-folder":
      return rmSync(folder, { recursive: true, force: true });
    case "quality":
      return put(folder, "quality-gate.json", JSON.stringify({ last_result: step.result }));
  }
}

function put(folder: string, name: string, text: string): void {
  attempt(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${name}`, text);
  });
}

/** The folder may be a file at this moment. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // What could not be written was not written.
  }
}

function stop(world: World, answer: Answer): void {
  world.answers.push(answer.kind);
  const goal = findGoal(world.place.store, "loop", world.session);
  if (goal) world.states.add(goal.state);
  if (answer.kind !== "refuse") return;
  const [decision] = listDecisions(world.place.store, {}, 1);
  const isOwnLoop =
    /\(gate: (\w+, )*loop\b/.test(answer.reason) &&
    decision?.findings.includes("The loop is not done: ours") === true;
  if (isOwnLoop) {
    world.loopBlocks++;
    world.onLoop++;
    expect(goal?.rounds).toBe(world.onLoop);
  } else world.otherBlocks++;
  expect(world.onLoop).toBeLessThanOrEqual(world.declared);
  expect(world.otherBlocks).toBeLessThanOrEqual(DEFAULT_BLOCKS + MAX_FOREIGN);
  expect(answer.reason.length).toBeLessThanOrEqual(1500);
}
