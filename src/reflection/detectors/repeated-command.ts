import { isTestCommand } from "../../observations/test-result.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/read-only-command.ts";
import { commandOf } from "../command-of.ts";
import type { TranscriptDetector } from "../detector.ts";
import { draftScript } from "../draft-script.ts";
import { sameCommand } from "../same-words.ts";
import { createTally } from "../tally.ts";

const MOST = 3;
/** A shorter one is typed faster than the name of a script. */
const WORTH_A_SCRIPT = 50;
/** A longer one, or one of several lines, is a program of its own that only begins the same. */
const LONGEST = 280;
/** Each is another one: its message, its file, its text. */
const NEVER_THE_SAME =
  /<<|^(?:git\s+(?:add|commit|push|pull|checkout|merge|rebase|stash|diff|log|show)|sleep|gh\s|echo|rm|mkdir|cp|mv|sed|chmod|kill|pkill)\b/;

/** The same long command typed out again and again. */
export const repeatedCommand: TranscriptDetector = {
  id: "REPEATED_TOOL_USE",
  watch({ repeated_command: least }) {
    const tally = createTally();
    return {
      see(item) {
        const command = item.kind === "tool-call" ? commandOf(item) : null;
        if (command === null || !isWorthAScript(command)) return;
        tally.add(sameCommand(command), { at: item.offset, text: command });
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
            suggestion: {
              kind: "script",
              text: `Make it a script, so that one word runs it: ${key}`,
              payload: draftScript(sightings[0]?.text ?? key),
            },
          })),
    };
  },
};

function isWorthAScript(command: string): boolean {
  if (command.length > LONGEST || command.trim().includes("\n")) return false;
  const typed = draftScript(command).command.replace(/^(?:cd\s+\S+\s*&&\s*)+/, "");
  if (typed.length < WORTH_A_SCRIPT || NEVER_THE_SAME.test(sameCommand(command))) return false;
  return !isTestCommand(command) && !isReadOnlyCommand(command);
}
