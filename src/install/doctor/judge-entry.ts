// One entry of ours in the settings against what `install` would write there.
import { executablePath } from "../../config/paths.ts";
import { isKnownEvent, refusalForm } from "../../protocol/claude-code/events.ts";
import { type HookEntry, hookGroups } from "../registration.ts";
import { type CheckResult, problem, warn } from "./check.ts";
import type { DoctorContext } from "./context.ts";
import { installAgain } from "./cure.ts";
import { commandOf, describeSource, type FoundHook, type HookCommand, isBackground } from "./found-hooks.ts";
import { findProgram } from "./hook-program.ts";
import { looksLikeMilliseconds } from "./timeout.ts";
import type { EventResult } from "./together.ts";

const SHAPE: ReadonlySet<string> = new Set([
  "type",
  "command",
  "args",
  "timeout",
  "async",
  "asyncRewake",
  "statusMessage",
]);

export async function judgeEntry(
  hook: FoundHook,
  { env }: Pick<DoctorContext, "env">,
): Promise<EventResult[]> {
  const [inTurn, afterTurn] =
    hookGroups(executablePath(env), ["hook"]).find(({ event }) => event === hook.event)?.group.hooks ?? [];
  const wanted = isBackground(hook) ? afterTurn : inTurn;
  const command = commandOf(hook);
  const results = isRefusedByClient(hook, command)
    ? [problem(`${where(hook)} is malformed and ignored by Claude Code`, installAgain(hook.source))]
    : [
        ...(command ? await judgeProgram(hook, command, env) : []),
        ...judgeForm(hook, command),
        ...(wanted ? judgeTerms(hook, wanted) : [notAskedFor(hook)]),
      ];
  return results.map((result) => ({ ...result, event: hook.event }));
}

/** The client drops such an entry without a word. */
function isRefusedByClient({ entry }: FoundHook, command: HookCommand | null): boolean {
  const { type, timeout, async } = entry;
  const isTimeoutRight = timeout === undefined || (typeof timeout === "number" && timeout > 0);
  return (
    !command || type !== "command" || !isTimeoutRight || (async !== undefined && typeof async !== "boolean")
  );
}

async function judgeProgram(
  hook: FoundHook,
  command: HookCommand,
  env: DoctorContext["env"],
): Promise<CheckResult[]> {
  const { name, state } = await findProgram(env, command);
  const cure = installAgain(hook.source);
  if (state === "missing") return [problem(`${where(hook)} names ${name}, which does not exist`, cure)];
  if (state === "not-executable")
    return [problem(`${where(hook)} names ${name}, which may not be executed`, cure)];
  if (state === "another") {
    return [warn(`${where(hook)} runs ${name}, another program than ${executablePath(env)}`, cure)];
  }
  return [];
}

function judgeForm(hook: FoundHook, command: HookCommand | null): CheckResult[] {
  const cure = installAgain(hook.source);
  if (command?.args === null)
    return [warn(`${where(hook)} goes through a shell, which costs time and may fail`, cure)];
  if (command?.args.length === (isBackground(hook) ? 2 : 1)) return [];
  return [problem(`${where(hook)} has more arguments than "hook"`, cure)];
}

function judgeTerms(hook: FoundHook, wanted: HookEntry): CheckResult[] {
  const cure = installAgain(hook.source);
  const results: CheckResult[] = [];
  if (wanted.asyncRewake && hook.entry.asyncRewake !== true) {
    results.push(problem(`${where(hook)} for the background holds the turn and wakes nobody`, cure));
  }
  const waits = hook.entry.async !== true && (wanted.asyncRewake || hook.entry.asyncRewake !== true);
  if (!waits && isKnownEvent(hook.event) && refusalForm(hook.event)) {
    results.push(problem(`${where(hook)} is async, so it cannot hold anything`, cure));
  }
  const timeout = describeTimeout(hook.entry.timeout, wanted.timeout);
  if (timeout) results.push({ ...timeout, message: `${where(hook)} has ${timeout.message}`, nextStep: cure });
  const limits = [...Object.keys(hook.entry).filter((key) => !SHAPE.has(key)), ...limitsOf(hook.group)];
  if (limits.length > 0) results.push(warn(`${where(hook)} is limited by ${limits.join(", ")}`, cure));
  return results;
}

function describeTimeout(timeout: unknown, wanted: number): Omit<CheckResult, "nextStep"> | null {
  if (timeout === wanted) return null;
  if (typeof timeout !== "number")
    return { status: "warn", message: `no timeout instead of ${wanted} seconds` };
  const isShort = timeout < wanted;
  const unit = looksLikeMilliseconds(timeout) ? "; the unit is seconds, not milliseconds" : "";
  return {
    status: isShort ? "problem" : "warn",
    message: `a timeout of ${timeout} instead of ${wanted} seconds${isShort ? ": it may be ended too early" : unit}`,
  };
}

function limitsOf({ hooks: _, matcher, ...others }: FoundHook["group"]): string[] {
  const matchesAll = matcher === undefined || matcher === "" || matcher === "*";
  return [...(matchesAll ? [] : ["matcher"]), ...Object.keys(others)];
}

function notAskedFor(hook: FoundHook): CheckResult {
  return warn(`${where(hook)} is for an event that this version does not use`, installAgain(hook.source));
}

function where({ source }: FoundHook): string {
  return `our entry in the ${describeSource(source)}`;
}
