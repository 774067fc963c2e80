// Options that many commands take, and what their values mean.
import { parseDuration } from "../text/parse-duration.ts";
import { UserError } from "../text/user-error.ts";
import type { OptionTable } from "./command.ts";

export const JSON_OPTION = {
  json: { type: "boolean", help: "print JSON" },
} as const satisfies OptionTable;

export const PROJECT_OPTIONS = {
  project: { type: "string", value: "DIR", help: "another project than this one" },
  ...JSON_OPTION,
} as const satisfies OptionTable;

export const SESSION_OPTIONS = {
  session: { type: "string", value: "ID", help: "another session than this or the newest one" },
  ...PROJECT_OPTIONS,
} as const satisfies OptionTable;

/** Of every command that ends declared work without a result. */
export const CANCEL_OPTIONS = {
  why: { type: "string", value: '"..."', help: "shown to the user when Claude cancels by itself" },
  ...SESSION_OPTIONS,
} as const satisfies OptionTable;

export const JOBS_OPTION = {
  jobs: { type: "string", value: "2", help: "how many threads read (default: one a core)" },
} as const satisfies OptionTable;

const MAX_JOBS = 64;
/** `Date.parse` makes a day of 2001 of "3", which nobody means. */
const DATE = /^\d{4}-\d{2}(-\d{2})?([T ].*)?$/;

/** A whole number from 1; undefined when the option was not given. */
export function parseNumber(
  option: string,
  text: string | undefined,
  { max, example }: { max: number; example: number },
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= max) return number;
  throw new UserError(
    `bad-${option}`,
    `--${option} ${text} is not a number from 1 to ${max}`,
    `Example: --${option} ${example}`,
  );
}

/** null: as many threads as suit the machine. */
export function parseJobs(text: string | undefined): number | null {
  return parseNumber("jobs", text, { max: MAX_JOBS, example: 2 }) ?? null;
}

/** An age such as 30d, or a date. */
export function parseSince(since: string, now: number): number {
  const age = parseDuration(since);
  if (age !== null) return now - age;
  const date = DATE.test(since) ? Date.parse(since) : Number.NaN;
  if (!Number.isNaN(date)) return date;
  throw new UserError(
    "bad-since",
    `--since ${since} is neither an age nor a date`,
    "Examples: 30d, 12h, 2026-01-31",
  );
}
