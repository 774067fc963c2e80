import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/read-only-command.ts";
import type { ScriptDraft, Suggestion } from "../reflection.ts";
import { advise, Tally, type TranscriptDetector } from "./detector.ts";
import { normalizeCommand, shellCommand } from "./normalize.ts";

const MAX_PATTERNS = 3;
/** A shorter command is typed faster than the name of a script. */
const MIN_SCRIPT = 40;
/** A longer command, or one of several lines, is a program of its own that only begins the same. */
const MAX_COMMAND = 280;
const MAX_SCRIPT_NAME = 40;
/** Filters and redirections that belong to one run only. */
const OUTPUT_FILTER = /(?:\s*2>&1)?\s*(?:\|\s*(?:tail|head|cat|less|grep)\b[^|;&]*)+$|\s*2>&1$/;
/** Each run differs: in its message, its file, its text. */
const NEVER_THE_SAME =
  /<<|^(?:git\s+(?:add|commit|push|pull|checkout|merge|rebase|stash|diff|log|show)|sleep|gh\s|echo|rm|mkdir|cp|mv|sed|chmod|kill|pkill)\b/;

/** The same command run again and again. Other detectors report short ones that fail or are slow. */
export const repeatedCommand: TranscriptDetector = ({ repeated_command: min, slow_seconds: slow }) => {
  const tally = new Tally();
  return {
    see(item) {
      if (item.kind !== "tool-result" || item.call === null) return;
      const command = shellCommand(item.call);
      if (command === null || !isWorthReporting(command)) return;
      const took = (item.timestamp ?? 0) - (item.call.timestamp ?? Number.POSITIVE_INFINITY);
      if ((item.isError || took >= slow * 1000) && !isLong(command)) return;
      tally.add(normalizeCommand(command), { at: item.call.offset, text: command });
    },
    found: () =>
      tally.patterns("REPEATED_TOOL_USE", min, MAX_PATTERNS, ({ key, count, sightings }) => ({
        title: `The same command ${count} times: ${key}`,
        suggestion: suggest(sightings[0]?.text ?? key, key),
      })),
  };
};

function suggest(command: string, key: string): Suggestion {
  if (!isLong(command))
    return advise("If it belongs to every change, let a check of the quality gate run it (`holdfast init`).");
  const payload = scriptOf(command);
  return { kind: "script", text: `Make it a script, so that one word runs it: ${key}`, payload };
}

function isLong(command: string): boolean {
  return scriptOf(command).command.replace(/^(?:cd\s+\S+\s*&&\s*)+/, "").length >= MIN_SCRIPT;
}

function isWorthReporting(command: string): boolean {
  if (command.length > MAX_COMMAND || command.trim().includes("\n")) return false;
  if (NEVER_THE_SAME.test(normalizeCommand(command))) return false;
  return !isTestCommand(command) && !isReadOnlyCommand(command);
}

export function scriptOf(command: string): ScriptDraft {
  const whole = command.trim().replace(OUTPUT_FILTER, "");
  const words = whole.toLowerCase().match(/[a-z][a-z0-9]+/g) ?? [];
  return { name: words.slice(0, 4).join("-").slice(0, MAX_SCRIPT_NAME) || "command", command: whole };
}
