// `loop.json`: what other tools and people see of a loop.
import { countField, lineField, type StateFields, textField } from "../../store/state-files.ts";

export const MAX_ITERATIONS = 1000;
export const DEFAULT_ITERATIONS = 25;
export const DEFAULT_MINUTES = 240;

export interface LoopFile {
  task: string;
  iteration: number;
  maxIterations: number;
  lastError: string;
  verifiedDone: boolean;
  createdAt: string;
}

export interface WrittenLoop {
  sessionId: string;
  task: string;
  iteration: number;
  maxIterations: number;
  maxMinutes: number;
  validationResult: string;
  lastError: string | null;
  verifiedDone: boolean;
  status: string;
  verify: string | null;
  promise: string | null;
  createdAt: number;
  updatedAt: number;
}

export function parseLoopFile(fields: StateFields): LoopFile {
  return {
    task: lineField(fields, "task"),
    iteration: countField(fields, "iteration", MAX_ITERATIONS) ?? 0,
    maxIterations: countField(fields, "max_iterations", MAX_ITERATIONS) ?? DEFAULT_ITERATIONS,
    lastError: textField(fields, "last_error"),
    verifiedDone: fields.verified_done === true,
    createdAt: lineField(fields, "created_at"),
  };
}

/** Fields of others stay as they are. */
export function renderLoopFile(loop: WrittenLoop, before: StateFields = {}): StateFields {
  return {
    ...before,
    session_id: loop.sessionId,
    task: loop.task,
    iteration: loop.iteration,
    max_iterations: loop.maxIterations,
    max_minutes: loop.maxMinutes,
    validation_result: loop.validationResult,
    last_error: loop.lastError,
    verified_done: loop.verifiedDone,
    status: loop.status,
    verify: loop.verify,
    promise: loop.promise,
    created_at: formatStateTime(loop.createdAt),
    last_updated: formatStateTime(loop.updatedAt),
  };
}

export function formatStateTime(at: number): string {
  return new Date(at).toISOString();
}
