// Recognises lint, type and build commands and, where certain, their result: by the exit code if only the check can have set
// it, otherwise by lines that the program prints only on success or only on failure.
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
  /** Match lines of the output. */
  red?: RegExp;
  green?: RegExp;
  /** Prints nothing on success. */
  isSilent?: true;
}

const PROGRAMS: Readonly<Record<string, OtherCheck>> = {
  tsc: {
    kind: "types",
    command: /^(?:vue-)?tsc(?= |$)/,
    red: /\berror TS\d+:|^Found [1-9]\d* errors?\b/,
    isSilent: true,
  },
  mypy: {
    kind: "types",
    command: /^mypy(?= |$)/,
    red: /^Found [1-9]\d* errors? in /,
    green: /^Success: no issues found/,
  },
  pyright: {
    kind: "types",
    command: /^(?:based)?pyright(?= |$)/,
    red: /^[1-9]\d* errors?, /,
    green: /^0 errors, /,
  },
  ty: {
    kind: "types",
    command: /^ty check\b/,
    red: /^Found [1-9]\d* diagnostics?/,
    green: /^All checks passed!/,
  },
  eslint: {
    kind: "lint",
    command: /^eslint(?= |$)/,
    red: /^✖ \d+ problems? \([1-9]/,
    green: /^✖ \d+ problems? \(0 errors/,
  },
  biome: {
    kind: "lint",
    command: /^(?:@biomejs\/)?biome (?:check|lint|ci)\b/,
    red: /^Found [1-9]\d* errors?\.|^Some errors were emitted/,
    green: /^Checked \d+ files? in .*No fixes applied\.$/,
  },
  oxlint: { kind: "lint", command: /^oxlint(?= |$)/, red: /^Found \d+ warnings? and [1-9]\d* errors?\./ },
  ruff: {
    kind: "lint",
    command: /^ruff check\b/,
    red: /^Found [1-9]\d* errors?(?:\.| \(\d+ fixed, [1-9]\d* remaining\)\.)$/,
    green: /^All checks passed!|^Found \d+ errors? \(\d+ fixed, 0 remaining\)\.$/,
  },
  "golangci-lint": {
    kind: "lint",
    command: /^golangci-lint run\b/,
    red: /^[1-9]\d* issues:/,
    green: /^0 issues\.$/,
  },
  "go vet": { kind: "lint", command: /^go vet\b/, red: /^vet: |^\S+\.go:\d+:\d+: /, isSilent: true },
  "cargo clippy": {
    kind: "lint",
    command: /^cargo clippy\b/,
    red: /^error: could not compile /,
    green: /^\s*Finished `/,
  },
  "cargo build": {
    kind: "build",
    command: /^cargo (?:build|check)\b/,
    red: /^error: could not compile /,
    green: /^\s*Finished `/,
  },
  "go build": { kind: "build", command: /^go build\b/, red: /^\S+\.go:\d+:\d+: /, isSilent: true },
  vite: { kind: "build", command: /^vite build\b/, red: /^error during build:/, green: /^✓ built in / },
  next: { kind: "build", command: /^next build\b/, red: /^(?:Failed to compile\.|> Build failed)/ },
  "dotnet build": {
    kind: "build",
    command: /^dotnet build\b/,
    red: /^Build FAILED\./,
    green: /^Build succeeded/,
  },
  "swift build": { kind: "build", command: /^swift build\b/, red: /: error: /, green: /^Build complete!/ },
  docusaurus: {
    kind: "build",
    command: /^docusaurus build\b/,
    red: /^\[ERROR\] Error: Unable to build website/,
    green: /^\[SUCCESS\] Generated static files in /,
  },
};

/**
 * A script of the project or of one package (`pnpm --filter web build`), which may run any programs of its kind. The success of
 * one program says nothing about the next, so only the exit code proves green.
 */
function createScriptCheck(kind: CheckKind, name: string): OtherCheck {
  const part = "(?:(?:--filter|-F|--workspace|workspace|-r|--recursive)(?:[ =][@\\w./-]+)? ){0,3}";
  const programs = Object.values(PROGRAMS).filter((program) => program.kind === kind);
  const anyOf = (patterns: (RegExp | undefined)[]) =>
    new RegExp(patterns.flatMap((pattern) => pattern?.source ?? []).join("|"));
  return {
    kind,
    command: new RegExp(`^(?:npm|pnpm|yarn|bun|mise|make|just|task) ${part}(?:run )?${name}`),
    red: anyOf([SCRIPT_FAILED, PROGRAMS.tsc?.red, ...programs.map(({ red }) => red)]),
  };
}

/** Printed by script runners when a script fails. */
const SCRIPT_FAILED =
  /^npm (?:ERR!|error) Lifecycle script|\bELIFECYCLE\b|^error Command failed with|^error: (?:script|Recipe) |^make: \*\*\*|\bERROR task failed|^task: Failed to run task|^ESLint found too many warnings/;

const CHECKS: Readonly<Record<string, OtherCheck>> = {
  ...PROGRAMS,
  lint: createScriptCheck("lint", "lint(?=[ :]|$)"),
  typecheck: createScriptCheck("types", "(?:typecheck|type-check|check-types|check:types)(?= |$)"),
  build: createScriptCheck("build", "build(?=[ :]|$)"),
};

/** Prefixes that start another program. */
const LAUNCHER =
  /^(?:\w+=\S* |timeout \S+ |time |nice (?:-n \d+ )?|(?:npx|bunx|pnpx)(?: --?[\w-]+)* |(?:pnpm|yarn|npm)(?: exec| dlx)(?: --)? |(?:uv|poetry|pdm|rye|hatch) run |python3? -m )/;
/** Options of runs that check nothing, do not end, or write. */
const NO_CHECK =
  / (?:--?version|--?help|-h|-V|--init|--print-config|--showConfig|--explain|-w|--watch|--watch-?all)(?= |=|$)|^\S+ (?:run )?\S*(?:watch|fix)\b/;
/** Programs that print nothing of their own. */
const KEEPS_LINES = /^(?:head|tail|cat|tee|less|cd)$/;
/** Filters that may drop any line. */
const DROPS_LINES =
  /^(?:e?grep|rg|sed|awk|cut|sort|uniq|tr|wc|jq|perl|python3?|node|xargs|findstr|(?:select|where|measure)-\w+)$/i;
/** The task name that task runners print before each line. */
const TASK_NAME = /^\[[\w:./-]+\] (?=\S)/;
const MAX_SEARCHED = 20_000;
const EMPTY = /^(?:\(Bash completed with no output\)|Tool ran without output or errors|)$/;

/** The checks other than tests that a command visibly runs. */
export function findOtherChecks(command: string): string[] {
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
  const { state, evidence } = resultOf(call, known, isPiped);
  return createRun({
    ...{ kind: known.kind, check, command: subjectWithVariables(command) },
    ...{ state, evidence, isPiped, isHidden: state === "red" && !isError },
  });
}

/** Check names by command. */
export type ConfiguredChecks = ReadonlyMap<string, string>;

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
export function programOf(part: string): string {
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
  if (NO_CHECK.test(line)) return null;
  return Object.keys(CHECKS).find((name) => CHECKS[name]?.command.test(line)) ?? null;
}

function resultOf(
  { command, output, isError, exitCode }: ShellCall,
  { red, green, isSilent }: OtherCheck,
  isPiped: boolean,
): Pick<Run, "state" | "evidence"> {
  const lines = plainLines(output.slice(-MAX_SEARCHED)).map((line) => line.replace(TASK_NAME, ""));
  if (red && lines.some((line) => red.test(line))) return { state: "red", evidence: "summary" };
  // True when every step must succeed.
  const isChain = !isPiped && !/\|\||&\s*$/.test(command);
  if (isChain && !isError) return resultByExitCode(isError);
  const parts = splitCommand(command) ?? [];
  const isAlone = parts.filter(([program = ""]) => !/^(?:cd|export)$/.test(program)).length === 1;
  if (isChain && isAlone && exitCode !== null)
    return NO_RESULT_CODES.has(exitCode) ? UNKNOWN_RESULT : resultByExitCode(isError);
  if (isError || /--max-warnings|\/dev\/null/.test(command)) return UNKNOWN_RESULT;
  const others = parts.filter((words) => checkOf(words) === null);
  const isGreen =
    green &&
    !others.some((words) => mayDropLines(words, lines.length)) &&
    lines.some((line) => green.test(line));
  const isQuiet =
    isSilent && others.every(([program = ""]) => KEEPS_LINES.test(program)) && EMPTY.test(output.trim());
  return isGreen || isQuiet ? { state: "green", evidence: "summary" } : UNKNOWN_RESULT;
}

function mayDropLines([program = "", ...args]: readonly string[], lineCount: number): boolean {
  if (program !== "head") return DROPS_LINES.test(program);
  const [limit = "10"] = /\d+/.exec(args.join(" ")) ?? [];
  return lineCount >= Number(limit) || args.some((arg) => /^(?:-c|--bytes)/.test(arg));
}
