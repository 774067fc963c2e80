// Compares one entry of ours in the settings with what `install` would write, and says how to fix it.
import { executablePath } from "../../config/environment.ts";
import { isKnownEvent, refusalForm } from "../../protocol/claude-code/events.ts";
import { type HookEntry, hookGroups } from "../registration.ts";
import { type CheckResult, type EventResult, problem, warn } from "./check.ts";
import type { DoctorContext } from "./context.ts";
import {
  commandOf,
  describeSource,
  type FoundHook,
  type HookCommand,
  isBackground,
  looksLikeMilliseconds,
} from "./found-hooks.ts";
import { findProgram } from "./hook-program.ts";

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  "type",
  "command",
  "args",
  "timeout",
  "async",
  "asyncRewake",
  "statusMessage",
  "rewakeSummary",
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
    ? [problem(`${nameOf(hook)} is malformed and ignored by Claude Code`, installAgain(hook.source))]
    : [
        ...(command ? await judgeProgram(hook, command, env) : []),
        ...judgeForm(hook, command),
        ...(wanted ? judgeSettings(hook, wanted) : [unusedEvent(hook)]),
      ];
  return results.map((result) => ({ ...result, event: hook.event }));
}

/** The client silently ignores such an entry. */
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
  const fix = installAgain(hook.source);
  if (state === "missing") return [problem(`${nameOf(hook)} names ${name}, which does not exist`, fix)];
  if (state === "not-executable")
    return [problem(`${nameOf(hook)} names ${name}, which is not executable`, fix)];
  if (state === "another") {
    return [warn(`${nameOf(hook)} runs ${name}, another program than ${executablePath(env)}`, fix)];
  }
  return [];
}

function judgeForm(hook: FoundHook, command: HookCommand | null): CheckResult[] {
  const fix = installAgain(hook.source);
  if (command?.args === null)
    return [warn(`${nameOf(hook)} goes through a shell, which costs time and may fail`, fix)];
  if (command?.args.length === (isBackground(hook) ? 2 : 1)) return [];
  return [problem(`${nameOf(hook)} has more arguments than "hook"`, fix)];
}

function judgeSettings(hook: FoundHook, wanted: HookEntry): CheckResult[] {
  const fix = installAgain(hook.source);
  const results: CheckResult[] = [];
  if (wanted.asyncRewake && hook.entry.asyncRewake !== true) {
    results.push(
      problem(`${nameOf(hook)} for the background would hold the turn, as it lacks asyncRewake`, fix),
    );
  }
  const waits = hook.entry.async !== true && (wanted.asyncRewake || hook.entry.asyncRewake !== true);
  if (!waits && isKnownEvent(hook.event) && refusalForm(hook.event)) {
    results.push(problem(`${nameOf(hook)} is async, so it cannot hold anything`, fix));
  }
  const timeout = describeTimeout(hook.entry.timeout, wanted.timeout);
  if (timeout) results.push({ ...timeout, message: `${nameOf(hook)} has ${timeout.message}`, nextStep: fix });
  const limits = [...Object.keys(hook.entry).filter((key) => !KNOWN_KEYS.has(key)), ...limitsOf(hook.group)];
  if (limits.length > 0) results.push(warn(`${nameOf(hook)} is limited by ${limits.join(", ")}`, fix));
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

function unusedEvent(hook: FoundHook): CheckResult {
  return warn(`${nameOf(hook)} is for an event that this version does not use`, installAgain(hook.source));
}

function nameOf({ source }: FoundHook): string {
  return `our entry in the ${describeSource(source)}`;
}

export function installAgain(source: FoundHook["source"]): string {
  if (source === "managed") return "Ask your administrator to fix the managed settings.";
  if (source === "plugin") return "Run `claude plugin update holdfast`.";
  return `Run \`holdfast install${scopeFlag(source)}\` again: it replaces our own entries.`;
}

export function keepOne(sources: readonly FoundHook["source"][]): string {
  const [first, ...others] = [...new Set(sources)];
  const other = others.at(-1);
  if (first === undefined) return "";
  if (other === undefined) return installAgain(first);
  if (other === "managed")
    return `Keep one: \`holdfast uninstall${scopeFlag(first)}\` leaves the managed entries.`;
  if (other === "plugin")
    return `Keep one: \`claude plugin disable holdfast\`, or \`holdfast uninstall${scopeFlag(first)}\`.`;
  return `Keep one: \`holdfast uninstall${scopeFlag(other)}\`.`;
}

function scopeFlag(source: FoundHook["source"]): string {
  return source === "user" ? "" : ` --scope ${source}`;
}
