// What the words of a loop command mean.

import { DEFAULT_ITERATIONS, DEFAULT_MINUTES, MAX_ITERATIONS } from "../../../gates/loop/state-file.ts";
import { UserError } from "../../../text/user-error.ts";

const MAX_MINUTES = 7 * 24 * 60;
const MAX_TEXT = 500;
const MAX_COMMAND = 4000;

export const SESSION_OPTIONS = {
  session: { type: "string", value: "ID", help: "the session, when it is not this one or the newest" },
  project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
  json: { type: "boolean", help: "print JSON" },
} as const;

/** Of every command that ends declared work without a result. */
export const CANCEL_OPTIONS = {
  why: { type: "string", value: '"..."', help: "shown to the user when Claude cancels by itself" },
  ...SESSION_OPTIONS,
} as const;

export function parseTask(text: string | undefined): string {
  const task = (text ?? "").replaceAll(/\s+/g, " ").trim();
  if (task === "") {
    throw new UserError(
      "no-task",
      "a loop needs a task",
      'Example: holdfast loop start "fix the type errors" --verify "npm run typecheck"',
    );
  }
  return task.slice(0, MAX_TEXT);
}

export function parseVerify(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.trim() === "" || text.length > MAX_COMMAND || text.includes("\0")) {
    throw new UserError("bad-verify", "--verify is no command", 'Example: --verify "npm test"');
  }
  return text.trim();
}

export function parsePromise(text: string | undefined): string | null {
  if (text === undefined) return null;
  const promise = text.trim();
  if (promise === "" || promise.length > 200 || /[\r\n]/.test(promise)) {
    throw new UserError(
      "bad-promise",
      "--promise is not one line of up to 200 characters",
      'Example: --promise "ALL TYPES CHECK"',
    );
  }
  return promise;
}

export function parseIterations(text: string | undefined): number {
  return text === undefined ? DEFAULT_ITERATIONS : parseCount("max-iterations", text, MAX_ITERATIONS);
}

export function parseMinutes(text: string | undefined): number {
  return text === undefined ? DEFAULT_MINUTES : parseCount("max-minutes", text, MAX_MINUTES);
}

function parseCount(option: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new UserError(
      `bad-${option}`,
      `--${option} ${text} is not a number from 1 to ${most}`,
      `Example: --${option} 10`,
    );
  }
  return value;
}
