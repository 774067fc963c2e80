import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ScriptDraft } from "../reflection.ts";
import { normalizeCommand, shellCommand, Tally, type TranscriptDetector } from "./detector.ts";

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

/** The same long command typed out again and again. */
export const repeatedCommand: TranscriptDetector = ({ repeated_command: min }) => {
  const tally = new Tally();
  return {
    see(item) {
      if (item.kind !== "tool-result" || item.call === null) return;
      const command = shellCommand(item.call);
      if (command === null || !isWorthReporting(command)) return;
      tally.add(normalizeCommand(command), { at: item.call.offset, text: command });
    },
    found: () =>
      tally.patterns("REPEATED_TOOL_USE", min, MAX_PATTERNS, ({ key, count, sightings }) => ({
        title: `The same command ${count} times: ${key}`,
        suggestion: {
          kind: "script",
          text: `Make it a script, so that one word runs it: ${key}`,
          payload: scriptOf(sightings[0]?.text ?? key),
        },
      })),
  };
};

function isWorthReporting(command: string): boolean {
  if (command.length > MAX_COMMAND || command.trim().includes("\n") || !isLong(command)) return false;
  if (NEVER_THE_SAME.test(normalizeCommand(command))) return false;
  return !isTestCommand(command) && !/\btests?\b/.test(command) && !isReadOnlyCommand(command);
}

export function scriptOf(command: string): ScriptDraft {
  const whole = command.trim().replace(OUTPUT_FILTER, "");
  const words = whole.toLowerCase().match(/[a-z][a-z0-9]+/g) ?? [];
  return { name: words.slice(0, 4).join("-").slice(0, MAX_SCRIPT_NAME) || "command", command: whole };
}

function isLong(command: string): boolean {
  return scriptOf(command).command.replace(/^(?:cd\s+\S+\s*&&\s*)+/, "").length >= MIN_SCRIPT;
}
