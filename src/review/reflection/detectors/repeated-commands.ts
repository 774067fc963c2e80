import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/shell-command.ts";
import { normalizeCommand, shellCommand, Tally, type TranscriptDetector } from "./detector.ts";

const MAX_PATTERNS = 3;
/** Shorter commands are not worth a script. */
const MIN_SCRIPT = 40;
/** Longer commands are programs that differ, although they begin the same. */
const MAX_COMMAND = 280;
/** Filters and redirections, which differ between runs. */
const OUTPUT_FILTER = /(?:\s*2>&1)?\s*(?:\|\s*(?:tail|head|cat|less|grep)\b[^|;&]*)+$|\s*2>&1$/;
/** Commands whose runs differ in their message, file or text. */
const NEVER_THE_SAME =
  /<<|^(?:git\s+(?:add|commit|push|pull|checkout|merge|rebase|stash|diff|log|show)|sleep|gh\s|echo|rm|mkdir|cp|mv|sed|chmod|kill|pkill)\b/;

/** The same long command again and again. */
export const repeatedCommands: TranscriptDetector = ({ repeated_command: min }) => {
  const tally = new Tally();
  return {
    follow(item) {
      if (item.kind !== "tool-result" || item.call === null) return;
      const command = shellCommand(item.call);
      if (command === null || !isWorthReporting(command)) return;
      tally.add(normalizeCommand(command), { at: item.call.offset, text: command });
    },
    listPatterns: () =>
      tally.patterns("REPEATED_TOOL_USE", min, MAX_PATTERNS, ({ key, count }) => ({
        title: `The same command ${count} times: ${key}`,
        suggestion: `Make it a script: ${key}`,
      })),
  };
};

function isWorthReporting(command: string): boolean {
  if (command.length > MAX_COMMAND || command.trim().includes("\n") || !isLong(command)) return false;
  if (NEVER_THE_SAME.test(normalizeCommand(command))) return false;
  return !isTestCommand(command) && !/\btests?\b/.test(command) && !isReadOnlyCommand(command);
}

function isLong(command: string): boolean {
  const whole = command.trim().replace(OUTPUT_FILTER, "");
  return whole.replace(/^(?:cd\s+\S+\s*&&\s*)+/, "").length >= MIN_SCRIPT;
}
