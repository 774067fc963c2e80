// Recognises the summaries of test runners for Python, Ruby, PHP, .NET and Java.
import { countNamed, countWords, type RunnerOutput, type Summary } from "./test-run.ts";

const MAX_ASSEMBLIES = 200;

export const MANAGED_RUNNERS = { pytest, unittest, rspec, phpunit, dotnet, maven, gradle, junit };

/** `=== 1 failed, 2 passed, 1 skipped in 0.12s ===`; with -q without `===`. */
function pytest({ lines }: RunnerOutput): Summary[] {
  const summary =
    /^=*\s*((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests? (?:passed|failed|skipped))(?:, )?)+) in [\d.]+s(?: \([\d:]+\))?\s*=*$/;
  return lines.flatMap((line, at): Summary[] => {
    const [, text] = summary.exec(line) ?? [];
    if (text === undefined) return [];
    const {
      failed = 0,
      passed = 0,
      skipped = 0,
      xfailed = 0,
      xpassed = 0,
      error = 0,
      errors = 0,
    } = countWords(text);
    const isRed = error + errors > 0 || /\d+ subtests? failed/.test(text);
    return [{ at, passed: passed + xpassed, failed, skipped: skipped + xfailed, isRed }];
  });
}

/** `Ran 3 tests in 0.001s`, an empty line, then `OK (skipped=1)` or `FAILED (failures=1)`. */
function unittest({ lines }: RunnerOutput): Summary[] {
  const verdict = /^(OK|FAILED|NO TESTS RAN)(?: \(((?:[a-z ]+=\d+(?:, )?)+)\))?$/;
  return lines.flatMap((line, at): Summary[] => {
    const [, ran] = /^Ran (\d+) tests? in [\d.]+s$/.exec(line) ?? [];
    if (ran === undefined) {
      const isAlone =
        /^FAILED \((?:failures|errors)=\d+/.test(line) && !lines.slice(Math.max(0, at - 3), at).some(isRan);
      return isAlone ? [{ at, isRed: true }] : [];
    }
    const [, word, details = ""] =
      lines
        .slice(at + 1, at + 4)
        .map((next) => verdict.exec(next))
        .find(Boolean) ?? [];
    if (word === undefined) return [{ at, isUnsure: true }];
    const counts = countNamed(details, "=");
    const { failures = 0, errors = 0, skipped = 0 } = counts;
    const unexpected = counts["unexpected successes"] ?? 0;
    const failed = failures + errors + unexpected;
    const aside = skipped + (counts["expected failures"] ?? 0);
    return [
      {
        at,
        passed: Math.max(0, Number(ran) - failed - aside),
        failed,
        skipped: aside,
        isRed: word === "FAILED",
      },
    ];
  });
}

function isRan(line: string): boolean {
  return /^Ran \d+ tests? in /.test(line);
}

/** `4 examples, 1 failure, 1 pending`. */
function rspec({ lines }: RunnerOutput): Summary[] {
  const summary =
    /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/;
  return lines.flatMap((line, at): Summary[] => {
    const [found, all, failed, pending, errors] = (summary.exec(line) ?? []).map(Number);
    if (found === undefined || all === undefined || failed === undefined) return [];
    const skipped = pending || 0;
    return [{ at, passed: all - failed - skipped, failed, skipped, isRed: (errors || 0) > 0 }];
  });
}

/** `OK (3 tests, 5 assertions)`, or `Tests: 4, Assertions: 3, Failures: 1, Skipped: 1.` */
function phpunit({ lines }: RunnerOutput): Summary[] {
  return lines.flatMap((line, at): Summary[] => {
    const [, all] = /^OK \((\d+) tests?, \d+ assertions?\)$/.exec(line) ?? [];
    if (all !== undefined) return [{ at, passed: Number(all), failed: 0, skipped: 0 }];
    if (!/^Tests: \d+, Assertions: \d+(?:, [A-Z][\w ]+: \d+)*\.$/.test(line)) return [];
    const { Tests = 0, Failures = 0, Errors = 0, Skipped = 0, Incomplete = 0 } = countNamed(line, ": ");
    const failed = Failures + Errors;
    const skipped = Skipped + Incomplete;
    return [{ at, passed: Math.max(0, Tests - failed - skipped), failed, skipped }];
  });
}

/** `Failed!  - Failed:     1, Passed:     2, Skipped:     1, Total:     4, …`, a line per project, or lists of counts. */
function dotnet({ lines }: RunnerOutput): Summary[] {
  return lines.flatMap((line, at): Summary[] => {
    if (
      /^\s*(?:Passed|Failed|Skipped)!\s+- Failed:\s+\d+, Passed:\s+\d+, Skipped:\s+\d+, Total:/.test(line)
    ) {
      const { Failed = 0, Passed = 0, Skipped = 0 } = countNamed(line, ":");
      return [{ at, passed: Passed, failed: Failed, skipped: Skipped }];
    }
    if (/^\s*Test summary: total: \d+, failed: \d+, succeeded: \d+, skipped: \d+/.test(line))
      return [succeeded(countNamed(line.replace("Test summary:", ""), ":"), at)];
    if (/^\s*Test run summary: (?:Passed|Failed|Zero tests ran)!/.test(line)) {
      // The assemblies are listed before the counts.
      const counts = lines.slice(at + 1, at + MAX_ASSEMBLIES).filter((next) => /^\s+\w+: \d+$/.test(next));
      const isRed = line.includes("Failed!");
      return [
        counts.length > 0
          ? { ...succeeded(countNamed(counts.join(","), ":"), at), isRed }
          : { at, isRed, isUnsure: true },
      ];
    }
    if (/^Total tests: \d+$/.test(line)) {
      const { Passed = 0, Failed = 0, Skipped = 0 } = countNamed(lines.slice(at + 1, at + 5).join(","), ":");
      const isRed = lines.slice(Math.max(0, at - 3), at).includes("Test Run Failed.");
      return [{ at, passed: Passed, failed: Failed, skipped: Skipped, isRed }];
    }
    return [];
  });
}

function succeeded(counts: Record<string, number>, at: number): Summary {
  return {
    at,
    passed: counts.succeeded ?? null,
    failed: counts.failed ?? null,
    skipped: counts.skipped ?? null,
  };
}

/** `[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 1`, a line per module. Lines of a class also have a time. */
function maven({ lines }: RunnerOutput): Summary[] {
  const total =
    /^\[?(?:INFO|ERROR|WARNING)\]?\s+Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: \d+)?$/;
  const found = lines.flatMap((line, at): Summary[] => {
    const [, ...counts] = (total.exec(line) ?? []).map(Number);
    const [all, failures = 0, errors = 0, skipped = 0] = counts;
    if (all === undefined) return [];
    const failed = failures + errors;
    return [{ at, passed: Math.max(0, all - failed - skipped), failed, skipped }];
  });
  const failing = lines.findIndex((line) => /^\[ERROR\] .*There (?:are|were) test failures\.?/.test(line));
  if (failing === -1 || found.some(({ failed = 0 }) => (failed ?? 0) > 0)) return found;
  return [...found, { at: failing, isRed: true }];
}

/** Prints counts only with failures: `4 tests completed, 1 failed, 1 skipped`. Otherwise, tests passed if the build succeeded. */
function gradle({ lines }: RunnerOutput): Summary[] {
  const found: Summary[] = [];
  let ranTests = false;
  lines.forEach((line, at) => {
    const [, ...counts] = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/.exec(line) ?? [];
    if (counts.length > 0) {
      const [all = 0, failed = 0, skipped = 0] = counts.map((count) => Number(count ?? 0));
      found.push({ at, passed: Math.max(0, all - failed - skipped), failed, skipped });
    }
    const task = /^(?:> Task )?:(?:[\w.-]+:)*(?:test|\w+Test)(?=$|\s|WARNING)(.*)$/.exec(line);
    if (task) ranTests ||= !/UP-TO-DATE|NO-SOURCE|SKIPPED|FROM-CACHE|FAILED/.test(task[1] ?? "");
    const [, outcome] = /^BUILD (SUCCESSFUL|FAILED) in /.exec(line) ?? [];
    if (outcome === "SUCCESSFUL" && ranTests && found.length === 0) found.push({ at });
    if (outcome) ranTests = false;
    if (/^> There were failing tests\. See the /.test(line) && found.length === 0)
      found.push({ at, isRed: true });
  });
  return found;
}

/** The console launcher's `[         1 tests failed          ]`; JUnit 4's `OK (3 tests)`. */
function junit({ lines }: RunnerOutput): Summary[] {
  const found: Summary[] = [];
  let counts: Record<string, number> = {};
  lines.forEach((line, at) => {
    const [, count, name = ""] =
      /^\[\s*(\d+) (tests (?:skipped|aborted|successful|failed)|containers failed)\s*\]$/.exec(line) ?? [];
    if (count !== undefined) counts[name] = Number(count);
    if (name === "tests failed") {
      const aside = (counts["tests skipped"] ?? 0) + (counts["tests aborted"] ?? 0);
      const isRed = (counts["containers failed"] ?? 0) > 0;
      found.push({
        at,
        passed: counts["tests successful"] ?? null,
        failed: Number(count),
        skipped: aside,
        isRed,
      });
      counts = {};
    }
    const [, all] = /^OK \((\d+) tests?\)$/.exec(line) ?? [];
    if (all !== undefined) found.push({ at, passed: Number(all), failed: 0 });
    const [, run, failures] = /^Tests run: (\d+), {2}Failures: (\d+)$/.exec(line) ?? [];
    if (run !== undefined)
      found.push({ at, passed: Number(run) - Number(failures), failed: Number(failures) });
  });
  return found;
}
