import { isTestCommand } from "../../../recording/observations/shell-commands.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/read-only-command.ts";
import { commandOf } from "../command-of.ts";
import { draftScript } from "../draft-script.ts";
import type { Suggestion } from "../pattern.ts";
import type { TranscriptDetector } from "./detector.ts";
import { sameCommand } from "./normalize.ts";
import { createTally } from "./tally.ts";

const MOST = 3;
/** A shorter one is typed faster than the name of a script: it is only told. */
const WORTH_A_SCRIPT = 40;
/** A longer one, or one of several lines, is a program of its own that only begins the same. */
const LONGEST = 280;
/** Each is another one: its message, its file, its text. */
const NEVER_THE_SAME =
  /<<|^(?:git\s+(?:add|commit|push|pull|checkout|merge|rebase|stash|diff|log|show)|sleep|gh\s|echo|rm|mkdir|cp|mv|sed|chmod|kill|pkill)\b/;

/** The same command run again and again. A short one that fails or takes long is told by that instead. */
export const repeatedCommand: TranscriptDetector = {
  id: "REPEATED_TOOL_USE",
  watch({ repeated_command: least, slow_seconds: slow }) {
    const tally = createTally();
    return {
      see(item) {
        if (item.kind !== "tool-result" || item.call === null) return;
        const command = commandOf(item.call);
        if (command === null || !isWorthTelling(command)) return;
        const took = (item.timestamp ?? 0) - (item.call.timestamp ?? Number.POSITIVE_INFINITY);
        if ((item.isError || took >= slow * 1000) && !isLong(command)) return;
        tally.add(sameCommand(command), { at: item.call.offset, text: command });
      },
      found: () =>
        tally
          .atLeast(least)
          .slice(0, MOST)
          .map(({ key, count, sightings }) => ({
            id: "REPEATED_TOOL_USE",
            count,
            title: `The same command ${count} times: ${key}`,
            subject: key,
            evidence: sightings,
            suggestion: suggest(sightings[0]?.text ?? key, key),
          })),
    };
  },
};

function suggest(command: string, key: string): Suggestion {
  if (!isLong(command)) {
    const text = "If it belongs to every change, let a check of the quality gate run it (`holdfast init`).";
    return { kind: "none", text, payload: null };
  }
  const payload = draftScript(command);
  return { kind: "script", text: `Make it a script, so that one word runs it: ${key}`, payload };
}

function isLong(command: string): boolean {
  return draftScript(command).command.replace(/^(?:cd\s+\S+\s*&&\s*)+/, "").length >= WORTH_A_SCRIPT;
}

function isWorthTelling(command: string): boolean {
  if (command.length > LONGEST || command.trim().includes("\n")) return false;
  if (NEVER_THE_SAME.test(sameCommand(command))) return false;
  return !isTestCommand(command) && !isReadOnlyCommand(command);
}
