// Recognises the summaries of test runners for compiled languages.
import type { RunnerOutput, Summary } from "./test-run.ts";

/** Lines below a summary of CTest. */
const MAX_LISTED = 200;

export const NATIVE_RUNNERS = { go, cargo, swift, ctest };

/** A line per package, `ok  	name	0.1s` or `FAIL	name	0.1s`, and a last `FAIL` if any failed. */
function go(output: RunnerOutput): Summary[] {
  const { lines } = output;
  const summaries = gotestsum(lines);
  return summaries.length > 0 ? summaries : goRuns(lines).flatMap((run) => judgeGo(run, output));
}

interface GoRun {
  /** The index of its last line. */
  at: number;
  PASS: number;
  FAIL: number;
  SKIP: number;
  okPackages: number;
  emptyPackages: number;
  failedPackages: number;
  /** A line `PASS` or `FAIL` alone. */
  verdicts: Set<string>;
}

function goRuns(lines: readonly string[]): GoRun[] {
  const ok = /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?:\s|$)/;
  const failed = /^FAIL\s+\S+\s+(?:[\d.]+s$|\(cached\)|\[(?:build|setup) failed\])/;
  const test = /^--- (PASS|FAIL|SKIP): \S+ \([\d.]+s\)/;
  const runs: GoRun[] = [];
  let open: GoRun | null = null;
  lines.forEach((line, at) => {
    const name = test.exec(line)?.[1] as "PASS" | "FAIL" | "SKIP" | undefined;
    const isVerdict = line === "PASS" || line === "FAIL";
    if (!name && !isVerdict && !ok.test(line) && !failed.test(line)) return;
    if (open === null) {
      const none = { PASS: 0, FAIL: 0, SKIP: 0, okPackages: 0, emptyPackages: 0, failedPackages: 0 };
      open = { at, ...none, verdicts: new Set() };
      runs.push(open);
    }
    open.at = at;
    if (name) open[name]++;
    else if (isVerdict) open.verdicts.add(line);
    else if (failed.test(line)) open.failedPackages++;
    else if (line.includes("[no tests to run]")) open.emptyPackages++;
    else open.okPackages++;
    // The `FAIL` of a package is followed by the package's line, unlike the one that ends a run.
    if (line === "FAIL" && !/^(?:FAIL\s|exit status |coverage: |panic: )/.test(lines[at + 1] ?? ""))
      open = null;
  });
  return runs;
}

function judgeGo(run: GoRun, { command, isWhole, mayHide }: RunnerOutput): Summary[] {
  const { at, PASS, FAIL, SKIP, okPackages, emptyPackages, failedPackages, verdicts } = run;
  const isGo = okPackages + emptyPackages + failedPackages + PASS + FAIL + SKIP > 0;
  if (!isGo && !/\bgo\s+test\b/.test(command)) return [];
  const isRed = failedPackages + FAIL > 0 || verdicts.has("FAIL");
  const isVerbose = PASS > 0 && isWhole && !mayHide("--- PASS: TestName (0.00s)");
  const isCounted = FAIL > 0 && isWhole && !mayHide("--- FAIL: TestName (0.00s)");
  const hidesFailure = mayHide("FAIL") && mayHide("FAIL\texample.com/name [build failed]");
  const isEmpty = okPackages + PASS === 0 && emptyPackages > 0 && !isRed;
  return [
    {
      at,
      isRed,
      isUnsure: hidesFailure || (okPackages === 0 && !verdicts.has("PASS")),
      passed: isEmpty ? 0 : isVerbose ? PASS : null,
      failed: isCounted ? FAIL : isRed ? null : 0,
      skipped: isVerbose ? SKIP : null,
    },
  ];
}

/** `DONE 12 tests, 1 skipped, 1 failure in 0.3s`. */
function gotestsum(lines: readonly string[]): Summary[] {
  const done =
    /^DONE (\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+m?s$/;
  return lines.flatMap((line, at): Summary[] => {
    const found = done.exec(line);
    if (!found) return [];
    const [all = 0, skipped = 0, failed = 0, errors = 0] = found.slice(1).map((count) => Number(count ?? 0));
    return [{ at, passed: Math.max(0, all - skipped - failed), failed, skipped, isRed: errors > 0 }];
  });
}

/** `test result: ok. 3 passed; 0 failed; 1 ignored; …`, a line per binary, which together are one run. Nextest has one line. */
function cargo({ lines, isWhole, mayHide }: RunnerOutput): Summary[] {
  const result = /^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/;
  const nextest = /^\s*Summary \[\s*[\d.]+s\] +(?:\d+\/)?\d+ tests? run: (.+)$/;
  const total = { passed: 0, failed: 0, skipped: 0 };
  let [at, isRed, isResult] = [-1, false, false];
  const found: Summary[] = [];
  lines.forEach((line, index) => {
    const [, word, ...counts] = result.exec(line) ?? [];
    const [, summary] = nextest.exec(line) ?? [];
    if (word !== undefined) {
      const [passed = 0, failed = 0, skipped = 0] = counts.map(Number);
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
      isRed ||= word === "FAILED";
      isResult = true;
      at = index;
    } else if (/^error: (?:test|doctest) failed, to rerun pass|^error: \d+ targets? failed:/.test(line)) {
      isRed = true;
      at = index;
    } else if (summary !== undefined) {
      const count = (name: string) => Number(new RegExp(`(\\d+) ${name}`).exec(summary)?.[1] ?? 0);
      const failed = count("failed") + count("exec failed") + count("timed out");
      found.push({ at: index, passed: count("passed"), failed, skipped: count("skipped") });
    }
  });
  if (at === -1 || (found.length > 0 && !isResult)) return found;
  const isUnsure = mayHide("test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured");
  // The end of the output shows only the last of several binaries.
  const isPartial = !isWhole || !isResult;
  const unknown = { at, isRed, isUnsure: isUnsure || total.passed === 0 };
  return [...found, isPartial ? unknown : { at, isRed, isUnsure, ...total }];
}

/** XCTest sums up each suite, the outermost last; Swift Testing has its own line. Both count failed checks, not tests. */
function swift({ lines }: RunnerOutput): Summary[] {
  const executed =
    /^\s*Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures? \((\d+) unexpected\) in /;
  const testing =
    /^\S\s+Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after [\d.]+ seconds?(?: with .*)?\.$/;
  const found: Summary[] = [];
  const suites = { at: -1, isRed: false, outermost: 0, passed: 0, skipped: 0 };
  lines.forEach((line, at) => {
    const suite = executed.exec(line);
    if (suite) {
      const [all = 0, skipped = 0, failures = 0, unexpected = 0] = suite
        .slice(1)
        .map((count) => Number(count ?? 0));
      suites.at = at;
      suites.isRed ||= failures + unexpected > 0;
      if (!/^Test Suite '(?:All|Selected) tests' /.test(lines[at - 1] ?? "")) return;
      suites.outermost++;
      suites.passed += all - skipped;
      suites.skipped += skipped;
    }
    const [, all, word] = testing.exec(line) ?? [];
    if (word === "passed") found.push({ at, passed: Number(all), failed: 0 });
    if (word === "failed") found.push({ at, isRed: true });
  });
  if (suites.at === -1) return found;
  const { at, isRed, passed, skipped } = suites;
  const counted = suites.outermost > 0 && !isRed ? { passed, failed: 0, skipped } : {};
  return [{ at, isRed, isUnsure: suites.outermost === 0, ...counted }, ...found];
}

/** `75% tests passed, 1 tests failed out of 4`; skipped tests count as passed and are listed below. */
function ctest({ lines }: RunnerOutput): Summary[] {
  return lines.flatMap((line, at): Summary[] => {
    const [, failed, all] = /^\d+% tests passed, (\d+) tests? failed out of (\d+)$/.exec(line) ?? [];
    if (failed === undefined) return [];
    const skipped = lines
      .slice(at, at + MAX_LISTED)
      .filter((next) => /^\s+\d+ - .+ \((?:Skipped|Disabled)\)/.test(next)).length;
    return [
      { at, passed: Math.max(0, Number(all) - Number(failed) - skipped), failed: Number(failed), skipped },
    ];
  });
}
