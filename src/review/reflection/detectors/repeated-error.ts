import { isTestCommand } from "../../../recording/observations/shell-commands.ts";
import { isReadOnlyCommand } from "../../../transcript/selectors/read-only-command.ts";
import type { ToolResult } from "../../../transcript/tool-item.ts";
import { commandOf } from "../command-of.ts";
import { errorLine } from "../error-line.ts";
import type { Draft, TranscriptDetector } from "./detector.ts";
import { sameCommand, sameMessage } from "./normalize.ts";
import { type Counted, createTally } from "./tally.ts";

const MOST = 3;
const MAX_STANDING = 1000;

/** The same error met again and again, and what in the end went without it. */
export const repeatedError: TranscriptDetector = {
  id: "REPEATED_ERROR",
  watch({ repeated_error: least }) {
    const tally = createTally();
    /** The error each command met last, until it goes through. */
    const standing = new Map<string, string>();
    const cures = new Map<string, string>();
    return {
      see(item) {
        if (item.kind !== "tool-result" || item.call === null) return;
        const command = commandOf(item.call) ?? "";
        const failed = item.isError && tellsOfTheWork(item, command) ? errorLine(item.text) : null;
        if (failed !== null) {
          const key = `${item.call.tool} ${sameMessage(failed)}`;
          tally.add(key, { at: item.offset, text: command === "" ? failed : `${command} → ${failed}` });
          if (command !== "" && standing.size < MAX_STANDING) standing.set(sameCommand(command), key);
        } else if (!item.isError && standing.size > 0) {
          const key = standing.get(sameCommand(command));
          if (key !== undefined && cures.size < MAX_STANDING) cures.set(key, command);
          standing.delete(sameCommand(command));
        }
      },
      found: () =>
        tally
          .atLeast(least)
          .slice(0, MOST)
          .map((counted) => describe(counted, cures.get(counted.key) ?? null)),
    };
  },
};

/** A test that fails is another detector's; a search that finds nothing is no error. */
function tellsOfTheWork(result: ToolResult, command: string): boolean {
  if (result.failure !== "command" && result.failure !== "other") return false;
  return !isTestCommand(command) && !(isReadOnlyCommand(command) && result.exitCode === 1);
}

function describe({ key, count, sightings }: Counted, cure: string | null): Draft {
  const message = key.slice(key.indexOf(" ") + 1);
  const cured = cure === null ? "" : `\n\nIn the end this went through: \`${cure}\``;
  return {
    id: "REPEATED_ERROR",
    count,
    title: `The same error ${count} times: ${message}`,
    subject: key,
    evidence: sightings,
    suggestion: {
      kind: "memory",
      text: "Keep what helps against it as a memory, so that it is not searched for next time.",
      payload: {
        category: "RUNBOOK",
        title: message,
        body: `Met ${count} times in one session: ${sightings.map(({ text }) => text)[0] ?? message}${cured}`,
      },
    },
  };
}
