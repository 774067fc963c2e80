import { commandSubject, isTestCommand } from "../../../recording/observations/shell-commands.ts";
import { commandOf } from "../command-of.ts";
import { failedTests } from "../failed-tests.ts";
import type { Draft, TranscriptDetector } from "./detector.ts";
import { type Counted, createTally } from "./tally.ts";

/** The same test red in run after run. */
export const failingTest: TranscriptDetector = {
  id: "FAILING_TEST",
  watch({ failing_test: least }) {
    const tally = createTally();
    const commands = new Map<string, string>();
    return {
      see(item) {
        if (item.kind !== "tool-result") return;
        const command = commandOf(item.call);
        if (command === null || !isTestCommand(command)) return;
        for (const name of failedTests(item.text)) {
          tally.add(name, { at: item.offset, text: `${commandSubject(command)} → ${name}` });
          if (commands.size < 1000) commands.set(name, commandSubject(command));
        }
      },
      found() {
        const [first, ...others] = tally.atLeast(least);
        return first ? [describe(first, others.length, commands.get(first.key))] : [];
      },
    };
  },
};

function describe({ key, count, sightings }: Counted, others: number, command = ""): Draft {
  const more = others > 0 ? ` (and ${others} more)` : "";
  return {
    id: "FAILING_TEST",
    count,
    title: `The same test failed in ${count} runs: ${key}${more}`,
    subject: key,
    evidence: sightings,
    suggestion: {
      kind: "gate",
      text: `Let the quality gate run the tests when Claude stops, so that no red test is left: ${command}`,
      payload: { key: "quality.stages.test", value: [{ run: command }] },
    },
  };
}
