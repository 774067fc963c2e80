// Compares our entry in the settings with what `install` would write, and says how to fix it.
import { executablePath } from "../../config/environment.ts";
import { clip } from "../../text/clip.ts";
import { redact } from "../../text/redaction/redact.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { type HookEntry, hookGroups } from "../registration.ts";
import type { EventResult } from "./check.ts";
import type { DoctorContext } from "./context.ts";
import {
  describeSource,
  type FoundHook,
  findProgram,
  isBackground,
  startsOurProgram,
} from "./found-hooks.ts";

/** Only shown to people; another version may word them differently. */
const WORDING = ["statusMessage", "rewakeSummary"];
const MAX_VALUE = 200;

/** A problem if the entry may not work, otherwise a warning. */
export function judgeEntry(hook: FoundHook, { env }: Pick<DoctorContext, "env">): EventResult[] {
  const { event, source, entry } = hook;
  const [inTurn, afterTurn] =
    hookGroups(executablePath(env), ["hook"]).find((own) => own.event === event)?.group.hooks ?? [];
  const wanted = isBackground(hook) ? afterTurn : inTurn;
  const name = `our entry in ${describeSource(source)}`;
  const nextStep = installAgain(source);
  if (!wanted) {
    const message = `${name} is for an event that this version does not use`;
    return [{ event, status: "warn", message, nextStep }];
  }
  const { hooks: _, ...conditions } = hook.group;
  const found = {
    ...conditions,
    ...entry,
    ...(startsOurProgram(hook, env) ? { command: wanted.command } : {}),
  };
  const differences = findDifferences(found, { ...wanted });
  if (differences.length === 0) return [];
  const described = differences.map(({ key, is, should }) => {
    const isBroken = mayBreak(key, hook, wanted, env);
    const missing = isBroken && key === "command" ? ", which cannot be started," : "";
    return { isBroken, text: `${key} ${describeValue(is)}${missing} instead of ${describeValue(should)}` };
  });
  const message = `${name} differs from what install writes: ${described.map(({ text }) => text).join(", ")}`;
  const status = described.some(({ isBroken }) => isBroken) ? "problem" : "warn";
  return [{ event, status, message, nextStep }];
}

function findDifferences(found: Record<string, unknown>, wanted: Record<string, unknown>) {
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    .filter((key) => !WORDING.includes(key))
    .map((key) => ({ key, is: found[key], should: wanted[key] }))
    .filter(({ key, is, should }) => !isSame(key, is, should));
}

/** A switch that is off and a matcher for everything are as good as none. */
function isSame(key: string, is: unknown, should: unknown): boolean {
  if (should === undefined && (is === false || (key === "matcher" && (is === "" || is === "*")))) return true;
  return Bun.deepEquals(is, should);
}

function mayBreak(key: string, { entry }: FoundHook, wanted: HookEntry, env: DoctorContext["env"]): boolean {
  const { timeout, args, async } = entry;
  switch (key) {
    case "type":
    case "asyncRewake":
      return true;
    case "async":
      return async !== undefined && async !== false;
    case "timeout":
      return timeout !== undefined && !(typeof timeout === "number" && timeout >= wanted.timeout);
    // Whether a shell finds the program is for the self-test to say.
    case "args":
      return args !== undefined;
    case "command":
      return args !== undefined && findProgram(entry.command, env) === null;
    default:
      return false;
  }
}

/** Of an object such as `env` only the names: people paste what doctor prints. */
function describeValue(value: unknown): string {
  if (value === undefined) return "none";
  if (isRecord(value)) return `{ ${clip(Object.keys(value).join(", "), MAX_VALUE)} }`;
  return clip(redact(JSON.stringify(value)).text, MAX_VALUE);
}

export function installAgain(source: FoundHook["source"]): string {
  if (source === "managed") return "Ask your administrator to fix the managed settings.";
  if (source === "plugin") return "Run `claude plugin update holdfast`.";
  return `Run \`holdfast install${scopeFlag(source)}\` again: it replaces our own entries.`;
}

export function keepOne(all: readonly FoundHook["source"][]): string {
  const sources = [...new Set(all)];
  const [first = "user", second] = sources;
  if (second === undefined) return installAgain(first);
  const ways = sources
    .filter((source) => source !== "managed")
    .map((source) =>
      source === "plugin" ? "claude plugin disable holdfast" : `holdfast uninstall${scopeFlag(source)}`,
    );
  return `Keep one: ${ways.map((way) => `\`${way}\``).join(" or ")}.`;
}

function scopeFlag(source: FoundHook["source"]): string {
  return source === "user" ? "" : ` --scope ${source}`;
}
