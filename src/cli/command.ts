// The contract of a command: one table gives parsing, types and the help page. And options that many commands
// take, and the form of what `--json` prints.
import type { Environment } from "../config/environment.ts";
import { parseDuration } from "../text/parse-duration.ts";
import { UserError } from "../text/user-error.ts";
import type { Style } from "../text/wrap.ts";

interface OptionSpec<Type = "boolean" | "string" | "list"> {
  type: Type;
  /** Placeholder for the value on the help page, such as `8h`; empty for a flag. */
  value: string;
  help: string;
}

export const flag = (help: string): OptionSpec<"boolean"> => ({ type: "boolean", value: "", help });

export const option = (value: string, help: string): OptionSpec<"string"> => ({
  type: "string",
  value,
  help,
});

/** May be given several times. */
export const repeatable = (value: string, help: string): OptionSpec<"list"> => ({
  type: "list",
  value,
  help,
});

export type OptionTable = Record<string, OptionSpec>;

export type OptionValues<T extends OptionTable> = {
  [K in keyof T]?: T[K]["type"] extends "boolean" ? boolean : T[K]["type"] extends "list" ? string[] : string;
};

const unpainted = (text: string) => text;
export const PLAIN_STYLE: Style = {
  bold: unpainted,
  dim: unpainted,
  red: unpainted,
  green: unpainted,
  yellow: unpainted,
  cyan: unpainted,
};

/** Where a command writes; only `bin/` knows what is behind it. */
export interface Output {
  /** On a terminal wrapped by its width, unless a program is to read it. */
  line(text?: string, how?: "unwrapped"): void;
  error(text: string): void;
  json(value: unknown): void;
  /** One line on a terminal that the next call overwrites; an empty text removes it. */
  draw(text: string): void;
  /** Colours, or plain text when the output is not a terminal. */
  style: Style;
  /** A person sits at the terminal and can be asked. */
  interactive: boolean;
  /** Columns of the terminal; where there is none, those of a page. */
  readonly width: number;
}

export interface Invocation<T extends OptionTable = OptionTable> {
  options: OptionValues<T>;
  positionals: string[];
  env: Environment;
  /** The folder the command was run in. */
  cwd: string;
  out: Output;
}

/** Where a command was run, without what was asked of it. */
export type Context = Pick<Invocation, "env" | "cwd" | "out">;
/** Enough to find the project and the session. */
export type Caller = Pick<Invocation, "env" | "cwd">;

export interface Command {
  /** What follows the name on the usage line, without the options. */
  usage?: string;
  /** Further sentences on the help page; its first line comes from the registry. */
  details?: string;
  examples: string[];
  options: OptionTable;
  /** It changes something: inside an agent, another project is refused instead of left out. */
  changes?: true;
  /** How many positionals are accepted; none when left out. */
  maxPositionals?: number;
  /** Resolves to the exit code; to nothing when all went well. */
  run(invocation: Invocation): Promise<number | undefined>;
}

export function defineCommand<const T extends OptionTable>(
  command: Omit<Command, "options" | "run"> & {
    options: T;
    run(invocation: Invocation<T>): Promise<number | undefined>;
  },
): Command {
  // The parser only yields the keys of this command's own table, so the narrower type holds.
  return command as unknown as Command;
}

/** What to type, and what it does. */
export function printSteps(out: Output, steps: readonly (readonly [words: string, what: string])[]): void {
  const column = Math.max(...steps.map(([words]) => words.length));
  for (const [words, what] of steps) out.line(`  ${out.style.cyan(words.padEnd(column))}  ${what}`);
}

export const JSON_OPTION = { json: flag("print JSON") };

/** What it means for an agent: see other-projects.ts. */
export const ALL_PROJECTS = flag("every project");

export const PROJECT_OPTIONS = {
  project: option("DIR", "another project than this one"),
  ...JSON_OPTION,
};

export const SESSION_OPTIONS = {
  session: option("ID", "another session than this or the newest one"),
  ...PROJECT_OPTIONS,
};

/** Of every command that ends declared work without a result. */
export const CANCEL_OPTIONS = {
  why: option('"..."', "shown to the user when Claude cancels by itself"),
  ...SESSION_OPTIONS,
};

export const JOBS_OPTION = { jobs: option("2", "how many threads read (default: one a core)") };

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

export function parseChoice<T extends string>(name: string, given: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === given);
  if (choice !== undefined) return choice;
  throw new UserError("usage", `there is no ${name} ${given}`, `One of: ${choices.join(", ")}.`);
}

/** Of these, as a person writes them, only one may be given. */
export function refuseTogether(given: Record<string, unknown>): void {
  if (Object.values(given).filter((value) => value !== undefined && value !== false).length < 2) return;
  const names = Object.keys(given);
  const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  throw new UserError("usage", `${list} exclude each other`, "Give one of them.");
}

/** null: as many threads as suit the machine. */
export function parseJobs(text: string | undefined): number | null {
  return parseNumber("jobs", text, { max: MAX_JOBS, example: 2 }) ?? null;
}

/** A length of time such as 8h; null when the option was not given. */
export function parseTime(option: string, text: string | undefined, maxDays?: number): number | null {
  if (text === undefined) return null;
  const time = parseDuration(text);
  if (time !== null && time <= (maxDays ?? Number.POSITIVE_INFINITY) * 24 * 3_600_000) return time;
  throw new UserError(
    `bad-${option}`,
    `--${option} ${text} is not a time${maxDays === undefined ? "" : ` up to ${maxDays}d`}`,
    `Examples: --${option} 30m, --${option} 8h, --${option} 2d`,
  );
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

// What `--json` prints, in one form everywhere: names in camelCase, times in ISO 8601 (UTC), a session by its ID under
// `session`, a project by its folder under `project`. docs/json.md is for whoever reads it.

/** Objects whose keys are somebody's own words: names of stages and tools, keys of the config. */
const verbatimObjects = new WeakSet<object>();

/** Its keys are printed as they are. */
export function verbatim<T extends object>(value: T): T {
  verbatimObjects.add(value);
  return value;
}

export function toPublicJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPublicJson);
  if (typeof value !== "object" || value === null || verbatimObjects.has(value)) return value;
  const entries = Object.entries(value);
  const taken = new Set(entries.map(([key]) => key));
  return Object.fromEntries(
    entries.map(([key, part]) => {
      const name = toPublicName(key, taken);
      return [name, isTime(name, part) ? new Date(part).toISOString() : toPublicJson(part)];
    }),
  );
}

const SHORT_NAMES: Record<string, string> = { sessionId: "session", projectDir: "project" };
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;

function toPublicName(key: string, taken: ReadonlySet<string>): string {
  const name = SNAKE_CASE.test(key)
    ? key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : key;
  const short = SHORT_NAMES[name];
  return short === undefined || taken.has(short) ? name : short;
}

/** Any time since 1973 has so many milliseconds, and no count. */
const MIN_TIME = 1e11;

function isTime(name: string, value: unknown): value is number {
  return /(?:^at|At|^since|^until)$/.test(name) && typeof value === "number" && value >= MIN_TIME;
}
