// Repeated commands and repeated errors.
import { errorExcerpt } from "../../../text/output/error-excerpt.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import type { ScriptDraft } from "../reflection.ts";
import {
  normalizeCommand,
  normalizeMessage,
  shellCommand,
  Tally,
  type TranscriptDetector,
} from "./detector.ts";

const MAX_PATTERNS = 3;
/** Shorter commands are not worth a script. */
const MIN_SCRIPT = 40;
/** Longer commands are programs that differ, although they begin the same. */
const MAX_COMMAND = 280;
const MAX_SCRIPT_NAME = 40;
/** Filters and redirections, which differ between runs. */
const OUTPUT_FILTER = /(?:\s*2>&1)?\s*(?:\|\s*(?:tail|head|cat|less|grep)\b[^|;&]*)+$|\s*2>&1$/;
/** Commands whose runs differ in their message, file or text. */
const NEVER_THE_SAME =
  /<<|^(?:git\s+(?:add|commit|push|pull|checkout|merge|rebase|stash|diff|log|show)|sleep|gh\s|echo|rm|mkdir|cp|mv|sed|chmod|kill|pkill)\b/;

/** The same long command again and again. */
export const repeatedCommand: TranscriptDetector = ({ repeated_command: min }) => {
  const tally = new Tally();
  return {
    follow(item) {
      if (item.kind !== "tool-result" || item.call === null) return;
      const command = shellCommand(item.call);
      if (command === null || !isWorthReporting(command)) return;
      tally.add(normalizeCommand(command), { at: item.call.offset, text: command });
    },
    listPatterns: () =>
      tally.patterns("REPEATED_TOOL_USE", min, MAX_PATTERNS, ({ key, count, sightings }) => ({
        title: `The same command ${count} times: ${key}`,
        suggestion: {
          kind: "script",
          text: `Make it a script: ${key}`,
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

const MAX_OPEN = 1000;
const MAX_OUTPUT = 20_000;
const MAX_EXCERPT = 500;
const ERROR_WORDS =
  /\b(?:\w*error|\w*exception|fail(?:ed|ure|s)?|cannot|can't|could not|unable|not found|no such|denied|refused|fatal|invalid|missing|undefined|unexpected|timed? ?out)\b/i;
/** Lines of runners and of git that say that something failed, but not what. */
const SAYS_NOTHING =
  /^\W*(?:error|failed|failure|fatal)\W*$|\btask failed\b|\bexit(?:ed)?(?: with)?(?: code| status)\b|^command failed|\belifecycle\b|^make(?:\[\d+\])?: \*\*\*|^automatic merge failed|^npm err! (?:code|errno|path|command)/i;
/** The client's own program, removed by an update. */
const OF_CLIENT = /posix_spawn '[^']*claude/;

/** The same error again and again, and the command that finally succeeded. */
export const repeatedError: TranscriptDetector = ({ repeated_error: min }) => {
  const tally = new Tally();
  /** The last error of each command, until it succeeds. */
  const openErrors = new Map<string, string>();
  const fixes = new Map<string, string>();
  return {
    follow(item) {
      if (item.kind !== "tool-result" || item.call === null) return;
      const command = shellCommand(item.call) ?? "";
      const failed = item.isError && isRealFailure(item, command) ? errorLine(item.text) : null;
      if (failed !== null) {
        const key = `${item.call.tool} ${normalizeMessage(failed)}`;
        tally.add(key, { at: item.offset, text: command === "" ? failed : `${command} → ${failed}` });
        if (command !== "" && openErrors.size < MAX_OPEN) openErrors.set(normalizeCommand(command), key);
      } else if (!item.isError && openErrors.size > 0) {
        const key = openErrors.get(normalizeCommand(command));
        if (key !== undefined && fixes.size < MAX_OPEN) fixes.set(key, command);
        openErrors.delete(normalizeCommand(command));
      }
    },
    listPatterns: () =>
      tally.patterns("REPEATED_ERROR", min, MAX_PATTERNS, ({ key, count, sightings }) => {
        const message = key.slice(key.indexOf(" ") + 1);
        const fix = fixes.get(key);
        const fixed = fix === undefined ? "" : `\n\nIn the end this succeeded: \`${fix}\``;
        return {
          title: `The same error ${count} times: ${message}`,
          suggestion: {
            kind: "memory",
            text: "Save the fix as a memory, so that nobody has to search for it again.",
            payload: {
              category: "RUNBOOK",
              title: message,
              body: `Met ${count} times in one session: ${sightings[0]?.text ?? message}${fixed}`,
            },
          },
        };
      }),
  };
};

/** Failing tests have their own detector, and a search that finds nothing is not an error. */
function isRealFailure(result: ToolResult, command: string): boolean {
  if (result.failure !== "command" && result.failure !== "other") return false;
  return !isTestCommand(command) && !(isReadOnlyCommand(command) && result.exitCode === 1);
}

/** The line of a failed command's output that says why; null when none does. */
export function errorLine(output: string): string | null {
  const text = output.replace(/^Exit code \d+\n?/, "").slice(-MAX_OUTPUT);
  const lines = errorExcerpt(text, MAX_EXCERPT)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\p{L}{3}/u.test(line) && !/^\W*warn(?:ing)?\b/i.test(line))
    .filter((line) => !SAYS_NOTHING.test(line) && !OF_CLIENT.test(line));
  return lines.find((line) => ERROR_WORDS.test(line)) ?? null;
}
