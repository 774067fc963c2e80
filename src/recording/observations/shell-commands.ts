// Reads shell commands: which runs tests and with what result, and which repeats another one.

export interface TestResult {
  passed: number | null;
  failed: number;
}

// Patterns are created on use: every stop loads this file, and most have no test run to read.
const runnersPattern = () =>
  /(?:^|[\s;&|(/])(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test\S*|npx\s+(?:jest|vitest|mocha|ava|playwright)|jest|vitest|mocha|pytest|py\.test|python3?\s+-m\s+(?:pytest|unittest)|tox|nox|go\s+test|cargo\s+(?:test|nextest)|rspec|rake\s+(?:test|spec)|phpunit|dotnet\s+test|mvn\s+(?:\S+\s+)*(?:test|verify)|gradlew?\s+(?:\S+\s+)*test|ctest|mix\s+test|deno\s+test|swift\s+test|make\s+(?:test|check)|(?:mise|just|task)\s+(?:run\s+)?test\S*|node\s+--test)(?=$|[\s;&|):])/;

const failedPatterns = () => [
  /(\d+)\s+(?:tests?\s+|examples?\s*,\s*)?fail(?:ed|ures?|ing|s)?\b/gi,
  /\bfail(?:ed|ures?|s)?:?\s+(\d+)\b/gi,
  /\berrors?[:=]\s*(\d+)\b/gi,
];
const passedPatterns = () => [
  /(\d+)\s+(?:tests?\s+)?pass(?:ed|ing|es)?\b/gi,
  /\bpass(?:ed|es)?:?\s+(\d+)\b/gi,
  /\bRan\s+(\d+)\s+tests?\b/gi,
  /(\d+)\s+examples?\b/gi,
];
const goFailedPattern = () => /^(?:--- FAIL|FAIL\s)/m;
const goPassedPattern = () => /^ok\s+\S+/m;
const MAX_SEARCHED = 20_000;
const MAX_SUBJECT = 300;

/** Builds, lists or describes tests without running them. */
const runsNonePattern = () =>
  /\bgo\s+test\s(?:[^;&|]*\s)?-c\b|\s--(?:collect-only|co|list-?tests|list|no-run|help|version)\b/i;

export function isTestCommand(command: string): boolean {
  return runnersPattern().test(command) && !runsNonePattern().test(command);
}

/** From the counts in the output, as a pipe hides the exit code. Totals come last. null without any. */
export function readTestResult(output: string): TestResult | null {
  const text = output.slice(-MAX_SEARCHED);
  const failed = lastNumber(text, failedPatterns());
  const passed = lastNumber(text, passedPatterns());
  if (failed === null && passed === null) {
    if (goFailedPattern().test(text)) return { passed: null, failed: 1 };
    return goPassedPattern().test(text) ? { passed: null, failed: 0 } : null;
  }
  return { passed, failed: failed ?? (goFailedPattern().test(text) ? 1 : 0) };
}

/** Empty without a number. */
export function describeTestResult({ passed, failed }: TestResult): string {
  if (passed === null && failed === 0) return "";
  const good = passed === null ? [] : [`${passed} passed`];
  return [...good, `${failed} failed`].join(", ");
}

function lastNumber(text: string, patterns: readonly RegExp[]): number | null {
  let found: { at: number; number: number } | null = null;
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      if (found === null || match.index >= found.at) found = { at: match.index, number: Number(match[1]) };
    }
  }
  return found?.number ?? null;
}

/** The command without its folder, environment, variables and output filters: the same for a failure and its fix. */
export function commandSubject(command: string): string {
  const bare = command
    .trim()
    .replace(/^\(([^()]*)\)$/, "$1")
    .replace(/^(?:source|\.)\s+\S*activate\s*(?:&&|;)\s*/, "")
    .replace(/^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/, "")
    .replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, "")
    .replace(/(?:\s*(?:2>&1|2>\s*\/dev\/null))/g, "")
    .replace(/\s*(?:\|\s*(?:tail|head|cat|tee|less|grep)\b[^|;&]*)+$/, "")
    .replace(/\s*(?:;|&&)\s*echo\b[^;&|]*$/, "");
  return bare.replace(/\s+/g, " ").trim().slice(0, MAX_SUBJECT);
}

/** Such as with a typo corrected, or an argument added. */
export function isSimilarCommand(one: string, other: string): boolean {
  const first = new Set(one.split(/[\s/=]+/).filter(Boolean));
  const second = new Set(other.split(/[\s/=]+/).filter(Boolean));
  const both = [...first].filter((word) => second.has(word)).length;
  return both > 0 && both / Math.max(first.size, second.size) >= 0.6;
}
