// A loop as people and other tools see it: `loop status --json`, and its state file loop.json.

import {
  type Condition,
  type Evidence,
  type Goal,
  isForJudge,
  statusOf,
  type WorkStatus,
} from "../../store/goals.ts";
import { countField, lineField, type StateFields, textField } from "../../store/state-files.ts";
import type { FileGoal, KindEntry, StateFile } from "../goals/goal.ts";
import { fileKey, formatStateTime } from "../goals/state-file.ts";

export const MAX_ITERATIONS = 1000;
export const DEFAULT_ITERATIONS = 25;
export const DEFAULT_MINUTES = 240;
/** In one budget, for a loop of another tool. */
const MAX_FOREIGN_ROUNDS = 25;
const VERIFY = "verify";
const JUDGE = "judge";

export interface Loop {
  session_id: string;
  /** Where the verify command runs. */
  project_dir: string;
  task: string;
  verify: string | null;
  promise: string | null;
  judge: string | null;
  /** What the judge said last, about the tree at that time; null if it was not asked yet. */
  judge_answer: { ok: boolean; reason: string } | null;
  max_iterations: number;
  max_minutes: number;
  /** Blocks so far. */
  iteration: number;
  resumes: number;
  status: WorkStatus;
  validation_result: "pending" | "passed" | "failed";
  last_error: string | null;
  why: string | null;
  started_by: "user" | "claude";
  created_at: number;
  updated_at: number;
}

export function toLoop(goal: Goal, evidence: readonly Evidence[]): Loop {
  const lastOf = (id: string) => evidence.findLast(({ condition }) => condition === id);
  const [last, answer] = [lastOf(VERIFY), lastOf(JUDGE)];
  return {
    session_id: goal.sessionId,
    project_dir: goal.projectDir,
    task: goal.text,
    verify: verifyOf(goal),
    promise: promiseOf(goal),
    judge: questionOf(goal),
    judge_answer: answer ? { ok: answer.kind === "passed", reason: answer.text } : null,
    max_iterations: goal.maxRounds ?? 0,
    max_minutes: goal.maxMinutes,
    iteration: goal.rounds,
    resumes: goal.resumes,
    status: statusOf(goal),
    validation_result: last?.kind === "passed" || last?.kind === "failed" ? last.kind : "pending",
    last_error: last?.kind === "failed" ? last.text : null,
    why: goal.why,
    started_by: goal.startedBy,
    created_at: goal.createdAt,
    updated_at: goal.updatedAt,
  };
}

export function verifyOf({ conditions }: Pick<Goal, "conditions">): string | null {
  return conditions.find(({ by }) => by === "command")?.run ?? null;
}

export function promiseOf({ conditions }: Pick<Goal, "conditions">): string | null {
  return conditions.find(({ line }) => line !== undefined)?.line ?? null;
}

/** The question for the judge. */
export function questionOf({ conditions }: Pick<Goal, "conditions">): string | null {
  return conditions.find(isForJudge)?.ask ?? null;
}

/** `ask`: for a judge, besides the proof; alone it takes the place of `loop done`. */
export function loopConditions(
  verify: string | null,
  promise: string | null,
  ask: string | null = null,
): Condition[] {
  const judged: Condition[] = ask === null ? [] : [{ id: JUDGE, by: "judge", ask }];
  if (verify !== null) return [{ id: VERIFY, by: "command", run: verify }, ...judged];
  if (promise === null && ask !== null) return judged;
  return [{ id: "done", by: "event", ...(promise === null ? {} : { line: promise }) }, ...judged];
}

export const loopFile: StateFile = {
  name: "loop.json",
  parse: parseLoopFile,
  async render(goal, evidence, _, before) {
    const { session_id, task, iteration, max_iterations, max_minutes, ...loop } = toLoop(goal, evidence);
    return {
      ...before,
      ...{ session_id, task, iteration, max_iterations, max_minutes },
      validation_result: loop.validation_result,
      last_error: loop.last_error,
      verified_done: loop.status === "done",
      status: loop.status,
      verify: await redactUnlessWritten(loop.verify, before.verify),
      promise: loop.promise,
      created_at: formatStateTime(loop.created_at),
      last_updated: formatStateTime(loop.updated_at),
    };
  },
};

export const loopKind: KindEntry = {
  id: "loop",
  file: loopFile,
  hotkey: "c",
  describe(goal, { file }) {
    const error = file?.conditions[0]?.because ?? "";
    if (file) return { why: error && `last error: ${error}` };
    const { verify, promise, last_error, validation_result: result } = toLoop(goal, goal.evidence);
    return {
      why: result === "passed" ? "" : (last_error ?? verify ?? promise ?? ""),
      ...(result === "failed" ? { red: verify ?? "not done" } : {}),
    };
  },
};

function parseLoopFile(fields: StateFields): FileGoal {
  const text = lineField(fields, "task");
  const createdAt = lineField(fields, "created_at");
  const rounds = countField(fields, "iteration", MAX_ITERATIONS) ?? 0;
  const max = countField(fields, "max_iterations", MAX_ITERATIONS) ?? DEFAULT_ITERATIONS;
  return {
    text,
    createdAt,
    key: fileKey(createdAt, text),
    isDone: fields.verified_done === true,
    isUsedUp: rounds >= max,
    conditions: [{ id: "done", state: "open", because: textField(fields, "last_error"), next: "" }],
    goal: { rounds, maxRounds: Math.min(max, rounds + MAX_FOREIGN_ROUNDS), maxMinutes: DEFAULT_MINUTES },
  };
}

/** A command that is already in the file needs no redaction again: the rules take time to load. */
async function redactUnlessWritten(command: string | null, written: unknown): Promise<string | null> {
  if (command === null || command === written) return command;
  const { redact } = await import("../../text/redaction/redact.ts");
  return redact(command).text;
}
