// Compares our entry in the settings with what `install` would write, and says how to fix it.
import { executablePath } from "../../config/environment.ts";
import { EVENT_SPECS, isKnownEvent } from "../../protocol/claude-code/events.ts";
import { type HookEntry, hookGroups } from "../registration.ts";
import type { CheckResult, EventResult } from "./check.ts";
import type { DoctorContext } from "./context.ts";
import {
  commandOf,
  describeSource,
  type FoundHook,
  findProgram,
  type HookCommand,
  isBackground,
  looksLikeMilliseconds,
} from "./found-hooks.ts";

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
  const objections =
    command && !isRefusedByClient(hook)
      ? [
          ...(await judgeProgram(command, env)),
          ...judgeForm(hook, command),
          ...(wanted
            ? judgeSettings(hook, wanted)
            : [warning("is for an event that this version does not use")]),
        ]
      : [failure("is malformed and ignored by Claude Code")];
  const name = `our entry in the ${describeSource(hook.source)}`;
  const nextStep = installAgain(hook.source);
  return objections.map(({ status, message }) => ({
    status,
    message: `${name} ${message}`,
    nextStep,
    event: hook.event,
  }));
}

/** Without a next step, which is the same for all. */
type Objection = Pick<CheckResult, "status" | "message">;

const warning = (message: string): Objection => ({ status: "warn", message });
const failure = (message: string): Objection => ({ status: "problem", message });

/** The client silently ignores such an entry. */
function isRefusedByClient({ entry: { type, timeout, async } }: FoundHook): boolean {
  const isTimeoutRight = timeout === undefined || (typeof timeout === "number" && timeout > 0);
  return type !== "command" || !isTimeoutRight || (async !== undefined && typeof async !== "boolean");
}

async function judgeProgram(command: HookCommand, env: DoctorContext["env"]): Promise<Objection[]> {
  const { name, state } = await findProgram(env, command);
  if (state === "missing") return [failure(`names ${name}, which does not exist`)];
  if (state === "not-executable") return [failure(`names ${name}, which is not executable`)];
  if (state === "another") return [warning(`runs ${name}, another program than ${executablePath(env)}`)];
  return [];
}

function judgeForm(hook: FoundHook, { args }: HookCommand): Objection[] {
  if (args === null) return [warning("goes through a shell, which costs time and may fail")];
  return args.length === (isBackground(hook) ? 2 : 1) ? [] : [failure('has more arguments than "hook"')];
}

function judgeSettings({ event, entry, group }: FoundHook, wanted: HookEntry): Objection[] {
  const objections: Objection[] = [];
  if (wanted.asyncRewake && entry.asyncRewake !== true)
    objections.push(failure("for the background lacks asyncRewake, so the turn would wait for it"));
  const waits = entry.async !== true && (wanted.asyncRewake || entry.asyncRewake !== true);
  if (!waits && isKnownEvent(event) && EVENT_SPECS[event].refuse)
    objections.push(failure("is async, so it cannot hold anything"));
  const limits = [...Object.keys(entry).filter((key) => !KNOWN_KEYS.has(key)), ...limitsOf(group)];
  if (limits.length > 0) objections.push(warning(`is limited by ${limits.join(", ")}`));
  return [...objections, ...judgeTimeout(entry.timeout, wanted.timeout)];
}

function judgeTimeout(timeout: unknown, wanted: number): Objection[] {
  if (timeout === wanted) return [];
  if (typeof timeout !== "number") return [warning(`has no timeout instead of ${wanted} seconds`)];
  const summary = `has a timeout of ${timeout} instead of ${wanted} seconds`;
  if (timeout < wanted) return [failure(`${summary}: it may be ended too early`)];
  return [
    warning(`${summary}${looksLikeMilliseconds(timeout) ? "; the unit is seconds, not milliseconds" : ""}`),
  ];
}

function limitsOf({ hooks: _, matcher, ...others }: FoundHook["group"]): string[] {
  const matchesAll = matcher === undefined || matcher === "" || matcher === "*";
  return [...(matchesAll ? [] : ["matcher"]), ...Object.keys(others)];
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
