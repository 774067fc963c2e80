// The same error again and again, and the same call refused again and again.
import { errorExcerpt } from "../../../text/output/error-excerpt.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";
import type { ToolCall, ToolFailure, ToolResult } from "../../../transcript/tool-item.ts";
import {
  normalizeCommand,
  normalizeMessage,
  shellCommand,
  Tally,
  type TranscriptDetector,
} from "./detector.ts";

const MAX_PATTERNS = 3;
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

/** By the settings, by a hook or by the person. */
const REFUSALS: ReadonlySet<ToolFailure | null> = new Set(["permission", "hook", "rejected"] as const);

export const repeatedErrors: TranscriptDetector = ({ repeated_error: min }) => {
  const tally = new Tally();
  const refused = new Tally();
  /** The last error of each command, until it succeeds. */
  const openErrors = new Map<string, string>();
  const fixes = new Map<string, string>();
  return {
    follow(item) {
      if (item.kind !== "tool-result" || item.call === null) return;
      const command = shellCommand(item.call) ?? "";
      if (REFUSALS.has(item.failure)) {
        refused.add(callKey(item.call), { at: item.offset, text: describeCall(item.call) });
        return;
      }
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
    listPatterns: () => [
      ...refused.patterns("REPEATED_ERROR", min, MAX_PATTERNS, ({ key, count, sightings }) => ({
        title: `The same call was refused ${count} times: ${sightings[0]?.text ?? key}`,
        subject: `refused ${key}`,
        suggestion: "Allow it in the client's settings, or say in CLAUDE.md what to do instead.",
      })),
      ...tally.patterns("REPEATED_ERROR", min, MAX_PATTERNS, ({ key, count }) => {
        const fix = fixes.get(key);
        return {
          title: `The same error ${count} times: ${key.slice(key.indexOf(" ") + 1)}`,
          suggestion:
            fix === undefined
              ? "Write down the cause in CLAUDE.md or as a memory, so that nobody has to search for it again."
              : `Write it down, so that nobody has to search for it again. In the end this succeeded: ${fix}`,
        };
      }),
    ],
  };
};

/** The same for identical calls; a command's description may differ. */
function callKey(call: ToolCall): string {
  const command = shellCommand(call);
  if (command !== null) return `${call.tool} ${normalizeCommand(command)}`;
  const input = new Bun.CryptoHasher("sha256").update(JSON.stringify(call.input)).digest("hex");
  return `${call.tool} ${input}`;
}

function describeCall(call: ToolCall): string {
  const { file_path, url, pattern } = call.input;
  const what = shellCommand(call) ?? file_path ?? url ?? pattern;
  return typeof what === "string" ? `${call.tool} ${what}` : call.tool;
}

/** Tests fail while work goes on, and a search that finds nothing is not an error. */
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
