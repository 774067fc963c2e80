import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { readTestResult } from "../../../text/test-runs/read-test-runs.ts";
import { isTestCommand } from "../../../text/test-runs/test-command.ts";
import { Tally, type TranscriptDetector } from "./detector.ts";
import { shellCommand } from "./normalize.ts";

/** How test runners name a failed test. */
const FAILED_TEST_LINES: readonly RegExp[] = [
  /^[ \t]*(?:✗|✘|×|✕|✖|\(fail\))\s+(.+)$/gm,
  /^FAILED\s+(\S+::[^\s-]+)/gm,
  /^(\S+::\S+)\s+FAILED\b/gm,
  /^[ \t]*--- FAIL: (\S+)/gm,
  /^[ \t]*not ok \d+ - (.+)$/gm,
  /^test (\S+) \.\.\. FAILED$/gm,
  /^[ \t]*● (.+ › .+)$/gm,
  /^(?:FAIL|ERROR): (\w+ \(.+\))$/gm,
];
/** Mocha only numbers them, which others do with ordinary lists. */
const MOCHA_LINES = /^[ \t]*\d+\) (?!.*\bpassing\b)(.+)$/gm;
const MOCHA_SUMMARY = /^[ \t]*\d+ failing\b/m;
const DURATION_OR_COMMENT = /\s*(?:[([]\s*\d+(?:\.\d+)?\s*m?s\s*[)\]]|\d+(?:\.\d+)?\s*m?s)\s*$|\s*#.*$/;
const MAX_OUTPUT = 60_000;
const MAX_TESTS = 50;
const MAX_NAME = 200;
const MAX_COMMANDS = 1000;

/** The same test failed in run after run. */
export const failingTest: TranscriptDetector = ({ failing_test: min }) => {
  const tally = new Tally();
  const commands = new Map<string, string>();
  return {
    see(item) {
      if (item.kind !== "tool-result") return;
      const command = shellCommand(item.call);
      if (command === null || !mayNameFailures(command, item.text)) return;
      for (const name of failedTests(item.text)) {
        tally.add(name, { at: item.offset, text: `${commandSubject(command)} → ${name}` });
        if (commands.size < MAX_COMMANDS) commands.set(name, commandSubject(command));
      }
    },
    found: () =>
      tally.patterns("FAILING_TEST", min, 1, ({ key, count }) => {
        const others = tally.atLeast(min).length - 1;
        const more = others > 0 ? ` (and ${others} more)` : "";
        const command = commands.get(key) ?? "";
        return {
          title: `The same test failed in ${count} runs: ${key}${more}`,
          suggestion: {
            kind: "gate",
            text: `Let the quality gate run the tests when Claude stops, so that no red test is left: ${command}`,
            payload: { key: "quality.stages.test", value: [{ run: command }] },
          },
        };
      }),
  };
};

/** In a green run they are somebody else's output; without a summary the command tells what ran. */
function mayNameFailures(command: string, output: string): boolean {
  const tests = readTestResult(output, command);
  return tests === null ? isTestCommand(command) : tests.state === "red";
}

/** The names of tests that an output says failed, whatever the runner. */
export function failedTests(output: string): string[] {
  const text = output.slice(-MAX_OUTPUT);
  const patterns = MOCHA_SUMMARY.test(text) ? [...FAILED_TEST_LINES, MOCHA_LINES] : FAILED_TEST_LINES;
  const names = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, name = ""]) => name.replace(DURATION_OR_COMMENT, "").trim().slice(0, MAX_NAME))
    .filter((name) => /\p{L}{2}/u.test(name));
  return [...new Set(names)].slice(0, MAX_TESTS);
}
