// What a test run said of itself. A pipe hides the exit code; the counts are still there.

export interface TestResult {
  passed: number | null;
  failed: number;
}

// Made when they are asked for: a stop loads this file, and most have no test run to read.
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
const SEARCHED = 20_000;

/** Builds, lists or describes tests, and runs none. */
const runsNonePattern = () =>
  /\bgo\s+test\s(?:[^;&|]*\s)?-c\b|\s--(?:collect-only|co|list-?tests|list|no-run|help|version)\b/i;

export function isTestCommand(command: string): boolean {
  return runnersPattern().test(command) && !runsNonePattern().test(command);
}

/** null when the output has no such words. Sums stand at the end, so the last counts. */
export function readTestResult(output: string): TestResult | null {
  const text = output.slice(-SEARCHED);
  const failed = lastNumber(text, failedPatterns());
  const passed = lastNumber(text, passedPatterns());
  if (failed === null && passed === null) {
    if (goFailedPattern().test(text)) return { passed: null, failed: 1 };
    return goPassedPattern().test(text) ? { passed: null, failed: 0 } : null;
  }
  return { passed, failed: failed ?? (goFailedPattern().test(text) ? 1 : 0) };
}

/** Empty when it knows no number. */
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
