// Recognises lint, type and build commands and, where certain, their result: by the exit code if only the check can have set
// it, otherwise by lines that the program prints only on failure.
import type { Config } from "../../config/schema.ts";
import { plainLines } from "../../text/output/plain-lines.ts";
import { hidesExitCode, isTestCommand } from "../../text/test-runs/test-command.ts";
import { splitCommand } from "../../transcript/selectors/shell-command.ts";
import { commandSubject, subjectWithVariables } from "../observations/shell-commands.ts";
import {
  createRun,
  NO_RESULT_CODES,
  type Run,
  resultByExitCode,
  type ShellCall,
  UNKNOWN_RESULT,
} from "./run.ts";

type CheckKind = Exclude<Run["kind"], "tests">;

interface OtherCheck {
  kind: CheckKind;
  /** Matches the start of a command. */
  command: RegExp;
  /** Matches a line of the output after a failure. */
  red: RegExp;
}

const PROGRAMS: Readonly<Record<string, OtherCheck>> = {
  tsc: { kind: "types", command: /^(?:vue-)?tsc(?= |$)/, red: /\berror TS\d+:|^Found [1-9]\d* errors?\b/ },
  mypy: { kind: "types", command: /^mypy(?= |$)/, red: /^Found [1-9]\d* errors? in / },
  pyright: { kind: "types", command: /^(?:based)?pyright(?= |$)/, red: /^[1-9]\d* errors?, / },
  ty: { kind: "types", command: /^ty check\b/, red: /^Found [1-9]\d* diagnostics?/ },
  eslint: { kind: "lint", command: /^eslint(?= |$)/, red: /^✖ \d+ problems? \([1-9]/ },
  biome: {
    kind: "lint",
    command: /^(?:@biomejs\/)?biome (?:check|lint|ci)\b/,
    red: /^Found [1-9]\d* errors?\.|^Some errors were emitted/,
  },
  oxlint: { kind: "lint", command: /^oxlint(?= |$)/, red: /^Found \d+ warnings? and [1-9]\d* errors?\./ },
  ruff: {
    kind: "lint",
    command: /^ruff check\b/,
    red: /^Found [1-9]\d* errors?(?:\.| \(\d+ fixed, [1-9]\d* remaining\)\.)$/,
  },
  "golangci-lint": { kind: "lint", command: /^golangci-lint run\b/, red: /^[1-9]\d* issues:/ },
  "go vet": { kind: "lint", command: /^go vet\b/, red: /^vet: |^\S+\.go:\d+:\d+: / },
  "cargo clippy": { kind: "lint", command: /^cargo clippy\b/, red: /^error: could not compile / },
  "cargo build": { kind: "build", command: /^cargo (?:build|check)\b/, red: /^error: could not compile / },
  "go build": { kind: "build", command: /^go build\b/, red: /^\S+\.go:\d+:\d+: / },
  vite: { kind: "build", command: /^vite build\b/, red: /^error during build:/ },
  next: { kind: "build", command: /^next build\b/, red: /^(?:Failed to compile\.|> Build failed)/ },
  "dotnet build": { kind: "build", command: /^dotnet build\b/, red: /^Build FAILED\./ },
  "swift build": { kind: "build", command: /^swift build\b/, red: /: error: / },
  docusaurus: {
    kind: "build",
    command: /^docusaurus build\b/,
    red: /^\[ERROR\] Error: Unable to build website/,
  },
};

/** A script of the project or of one package (`pnpm --filter web build`), which may run any programs of its kind. */
function createScriptCheck(kind: CheckKind, name: string): OtherCheck {
  const part = "(?:(?:--filter|-F|--workspace|workspace|-r|--recursive)(?:[ =][@\\w./-]+)? ){0,3}";
  const programs = Object.values(PROGRAMS).filter((program) => program.kind === kind);
  return {
    kind,
    command: new RegExp(`^(?:npm|pnpm|yarn|bun|mise|make|just|task) ${part}(?:run )?${name}`),
    red: new RegExp([PROGRAMS.tsc, ...programs].map((program) => program?.red.source).join("|")),
  };
}

const CHECKS: Readonly<Record<string, OtherCheck>> = {
  ...PROGRAMS,
  lint: createScriptCheck("lint", "lint(?=[ :]|$)"),
  typecheck: createScriptCheck("types", "(?:typecheck|type-check|check-types|check:types)(?= |$)"),
  build: createScriptCheck("build", "build(?=[ :]|$)"),
};

/** Most commands are no check: one pattern says so faster than all of them. */
const ANY_CHECK = new RegExp(
  Object.values(CHECKS)
    .map(({ command }) => command.source)
    .join("|"),
);

/** Prefixes that start another program. */
const LAUNCHER =
  /^(?:\w+=\S* |timeout \S+ |time |nice (?:-n \d+ )?|(?:npx|bunx|pnpx)(?: --?[\w-]+)* |(?:pnpm|yarn|npm)(?: exec| dlx)(?: --)? |(?:uv|poetry|pdm|rye|hatch) run |python3? -m )/;
/** Options of runs that check nothing, do not end, or write. */
const NO_CHECK =
  / (?:--?version|--?help|-h|-V|--init|--print-config|--showConfig|--explain|-w|--watch|--watch-?all)(?= |=|$)|^\S+ (?:run )?\S*(?:watch|fix)\b/;
/** The task name that task runners print before each line. */
const TASK_NAME = /^\[[\w:./-]+\] (?=\S)/;
const MAX_SEARCHED = 20_000;

/** The checks other than tests that a command visibly runs. */
function findOtherChecks(command: string): string[] {
  const parts = splitCommand(command.slice(0, 4000)) ?? [];
  return parts.flatMap((words) => checkOf(words) ?? []);
}

/** Whether a command, or a part of one, visibly runs tests or other checks. */
export function runsChecks(command: string): boolean {
  return isTestCommand(command) || findOtherChecks(command).length > 0;
}

/** null for a command with no such check, or with several, as the result could belong to any of them. */
export function readOtherCheck(call: ShellCall): Run | null {
  const { command, isError, backgroundTaskId: taskId } = call;
  const checks = findOtherChecks(command);
  const [check = ""] = checks;
  const known = CHECKS[check];
  if (!known || checks.length > 1 || taskId !== null) return null;
  const isPiped = hidesExitCode(command);
  const { state, evidence } = resultOf(call, known.red, isPiped);
  return createRun({
    ...{ kind: known.kind, check, command: subjectWithVariables(command) },
    ...{ state, evidence, isPiped, isHidden: state === "red" && !isError },
  });
}

/** Stages by command. */
export type ConfiguredChecks = ReadonlyMap<string, string>;

export function listConfiguredChecks({ quality }: Pick<Config, "quality">): ConfiguredChecks {
  const stages = Object.entries(quality.stages).flatMap(([stage, checks]) =>
    checks.map(({ run }) => [run.trim(), stage] as const),
  );
  return new Map(stages.filter(([command]) => command !== ""));
}

/** Reads the result of a configured check by its exit code; null for other commands. */
export function readConfiguredCheck(
  call: Omit<ShellCall, "output">,
  configured: ConfiguredChecks,
): Run | null {
  const { command, isError, exitCode, backgroundTaskId } = call;
  const subject = commandSubject(command);
  const check = configured.get(subject);
  if (check === undefined || backgroundTaskId !== null) return null;
  const isPiped = !configured.has(command.trim()) && hidesExitCode(command);
  const isFailed = isError && exitCode !== null && !NO_RESULT_CODES.has(exitCode);
  const isKnown = !isPiped && (!isError || isFailed);
  const result = isKnown ? resultByExitCode(isError) : UNKNOWN_RESULT;
  return createRun({ kind: "check", check, command: subject, isPiped, ...result });
}

/** A part of a command without launchers and the program's path. */
function programOf(part: string): string {
  const path = /^[^\s=]*\/(?=[^\s/])/;
  let line = part.replace(path, "");
  for (let launcher = LAUNCHER.exec(line); launcher; launcher = LAUNCHER.exec(line))
    line = line.slice(launcher[0].length).replace(path, "");
  return line;
}

function checkOf([first = "", ...rest]: readonly string[]): string | null {
  // Without its quotes, a path may contain blanks.
  const program = first.includes("=") ? first : first.slice(first.lastIndexOf("/") + 1);
  const line = programOf([program, ...rest].join(" "));
  if (!ANY_CHECK.test(line) || NO_CHECK.test(line)) return null;
  return Object.keys(CHECKS).find((name) => CHECKS[name]?.command.test(line)) ?? null;
}

function resultOf(
  { command, output, isError, exitCode }: ShellCall,
  red: RegExp,
  isPiped: boolean,
): Pick<Run, "state" | "evidence"> {
  const lines = plainLines(output.slice(-MAX_SEARCHED)).map((line) => line.replace(TASK_NAME, ""));
  if (lines.some((line) => red.test(line))) return { state: "red", evidence: "summary" };
  // Otherwise every step must succeed.
  if (isPiped || /\|\||&\s*$/.test(command)) return UNKNOWN_RESULT;
  if (!isError) return resultByExitCode(isError);
  const programs = (splitCommand(command) ?? []).map(([program = ""]) => program);
  const isAlone = programs.filter((program) => !/^(?:cd|export)$/.test(program)).length === 1;
  const isKnown = isAlone && exitCode !== null && !NO_RESULT_CODES.has(exitCode);
  return isKnown ? resultByExitCode(isError) : UNKNOWN_RESULT;
}
