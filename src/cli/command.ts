// Defines a command: one table of options yields parsing, types and the help page. Also options that many commands
// share, and the format of `--json`.

import type { Environment } from "../config/environment.ts";
import { parseDuration } from "../text/parse-duration.ts";
import { quoteForShell } from "../text/printable.ts";
import { UserError } from "../text/user-error.ts";
import type { Style } from "../text/wrap.ts";

interface OptionSpec<Value = unknown> {
  type: "boolean" | "string" | "list";
  /** Placeholder for the value on the help page, such as `8h`; empty for a flag. */
  value: string;
  help: string;
  /** For completions. */
  choices?: readonly string[];
  /** Turns the word after `--name` into the value, or throws a UserError. */
  parse?: ParseOption<Value> | undefined;
}

export const flag = (help: string): OptionSpec<boolean> => ({ type: "boolean", value: "", help });

type ParseOption<Value> = (text: string, name: string) => Value;

export function option(value: string, help: string): OptionSpec<string>;
export function option<Value>(value: string, help: string, parse: ParseOption<Value>): OptionSpec<Value>;
export function option(value: string, help: string, parse?: ParseOption<unknown>): OptionSpec {
  return { type: "string", value, help, parse };
}

export function choice<T extends string>(value: string, help: string, choices: readonly T[]): OptionSpec<T> {
  return { ...option(value, help, (text, name) => parseChoice(`--${name}`, text, choices)), choices };
}

/** May be given several times. */
export const repeatable = (value: string, help: string): OptionSpec<string[]> => ({
  type: "list",
  value,
  help,
});

export type OptionTable = Record<string, OptionSpec>;

export type OptionValues<T extends OptionTable> = {
  [K in keyof T]?: T[K] extends OptionSpec<infer Value> ? Value : never;
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
  /** Wrapped to the terminal's width, unless a program reads it. */
  line(text?: string, how?: "unwrapped"): void;
  error(text: string): void;
  json(value: unknown): void;
  /** A status line on the terminal that the next call overwrites; an empty text clears it. */
  draw(text: string): void;
  /** Clears the terminal and shows only this. */
  redraw(text: string): void;
  /** Colours, or plain text when the output is not a terminal. */
  style: Style;
  /** A person is at the terminal and can answer questions; never with --json. */
  interactive: boolean;
  /** Columns of the terminal, or the page width where there is none. */
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

/** Where a command runs, without its options. */
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
  /** It changes something: inside an agent, other projects are refused instead of left out. */
  changes?: true;
  /** How many positional arguments are accepted; none by default. */
  maxPositionals?: number;
  /** Resolves to the exit code; undefined is success. */
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

/** A command line that says the same again. */
export function commandLine(
  name: string,
  { positionals, options }: Pick<Invocation, "positionals" | "options">,
): string {
  const given = Object.entries(options).flatMap(([key, value]) =>
    value === true ? [`--${key}`] : [`--${key}`, String(value)],
  );
  return ["holdfast", name, ...[...positionals, ...given].map(quoteForShell)].join(" ");
}

/** Each command to type, with what it does. */
export function printSteps(out: Output, steps: readonly (readonly [words: string, what: string])[]): void {
  const column = Math.max(...steps.map(([words]) => words.length));
  for (const [words, what] of steps) out.line(`  ${out.style.cyan(words.padEnd(column))}  ${what}`);
}

export const JSON_OPTION = { json: flag("print JSON") };

/** limit-to-project.ts says what this means inside an agent. */
export const ALL_PROJECTS = flag("every project");

export const PROJECT_OPTIONS = {
  project: option("DIR", "use another project"),
  ...JSON_OPTION,
};

export const SESSION_OPTIONS = {
  session: option("ID", "use another session (default: this one, or the newest)"),
  ...PROJECT_OPTIONS,
};

/** For every command that cancels declared work. */
export const CANCEL_OPTIONS = {
  why: option('"..."', "the reason, shown to the user when Claude cancels"),
  ...SESSION_OPTIONS,
};

const MAX_JOBS = 64;
export const JOBS_OPTION = {
  jobs: option("2", "threads that read (default: one for each core)", numberUpTo(MAX_JOBS, 2)),
};

export const sinceOption = (value: string, help: string) => option(value, help, (text) => parseSince(text));

/** `Date.parse` would turn "3" into a day in 2001. */
const DATE = /^\d{4}-\d{2}(-\d{2})?([T ].*)?$/;

/** Parses a positive integer. */
export function numberUpTo(max: number, example: number) {
  return (text: string, name: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    throw new UserError(
      `bad-${name}`,
      `--${name} ${text} is not a number from 1 to ${max}`,
      `Example: --${name} ${example}`,
    );
  };
}

export function parseChoice<T extends string>(name: string, given: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === given);
  if (choice !== undefined) return choice;
  throw new UserError("usage", `there is no ${name} ${given}`, `One of: ${choices.join(", ")}.`);
}

/** Refuses more than one of these options. */
export function requireAtMostOne(given: Record<string, unknown>): void {
  if (Object.values(given).filter((value) => value !== undefined && value !== false).length < 2) return;
  const names = Object.keys(given);
  const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  throw new UserError("usage", `${list} cannot be combined`, "Give one of them.");
}

/** Parses a duration such as 8h. */
export function durationUpTo(maxDays: number) {
  return (text: string, name: string): number => {
    const time = parseDuration(text);
    if (time !== null && time <= maxDays * 24 * 3_600_000) return time;
    throw new UserError(
      `bad-${name}`,
      `--${name} ${text} is not a duration${Number.isFinite(maxDays) ? ` of up to ${maxDays}d` : ""}`,
      `Examples: --${name} 30m, --${name} 8h, --${name} 2d`,
    );
  };
}

/** An age such as 30d, or a date. */
export function parseSince(since: string, now = Date.now()): number {
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

// `--json` looks the same everywhere: camelCase names, ISO 8601 times (UTC), a session's ID as `session`, a project's
// folder as `project`. docs/internals/formats.md documents it.

/** Objects whose keys are data, such as names of stages and tools or config keys. */
const verbatimObjects = new WeakSet<object>();

/** Prints the object's keys unchanged. */
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

/** Times since 1973 have at least this many milliseconds; counts stay below. */
const MIN_TIME = 1e11;

function isTime(name: string, value: unknown): value is number {
  return /(?:^at|At|^since|^until)$/.test(name) && typeof value === "number" && value >= MIN_TIME;
}
