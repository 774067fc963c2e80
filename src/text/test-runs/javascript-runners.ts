// Recognises the summaries of JavaScript test runners.
import { countWords, type RunnerOutput, type Summary } from "./test-run.ts";

export const JAVASCRIPT_RUNNERS = { bun, node, vitest, jest, mocha, playwright };

/** ` 3 pass`, ` 1 skip`, ` 0 fail`, ` 1 error`, ` 2901 expect() calls`, `Ran 4 tests across 1 file.`: lines of one block. */
function bun({ lines, mayHide }: RunnerOutput): Summary[] {
  const part =
    /^\s*(\d+) (pass|fail|skip|todo|filtered out|errors?|expect\(\) calls)$|^(Ran) (\d+) tests? across \d+ files?\./;
  const rules = {
    isAside: (line: string) => / snapshots, |^snapshots: /.test(line),
    isEnd: (name: string) => name === "Ran",
  };
  return findBlocks(lines, part, rules).flatMap(({ at, counts }): Summary[] => {
    const { pass, fail, skip = 0, todo = 0, error = 0, errors = 0 } = counts;
    const isBailed = /^Bailed out after \d+ failures?$/.test(lines[at + 1] ?? "");
    if (fail === undefined) return counts.Ran === undefined ? [] : [{ at, isUnsure: true, isRed: isBailed }];
    if (pass === undefined && counts.Ran === undefined) return [];
    // Lines above the failures may have been cut off.
    const passed = counts.Ran === 0 ? 0 : (pass ?? null);
    const skipped = pass === undefined || mayHide(" 1 skip") ? null : skip + todo;
    return [{ at, passed, failed: fail, skipped, isRed: error + errors > 0 }];
  });
}

/** `# pass 3` in TAP, `ℹ pass 3` for people. */
function node({ lines }: RunnerOutput): Summary[] {
  const part = /^[#ℹ] (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\d+)(?:\.\d+)?$/;
  const found = findBlocks(lines, part, { isStart: (name) => name === "tests" });
  return found.flatMap(({ at, counts }): Summary[] => {
    const { pass, fail, cancelled = 0, skipped = 0, todo = 0 } = counts;
    if (fail === undefined) return pass === undefined ? [] : [{ at, isUnsure: true }];
    if (pass === undefined && counts.tests === undefined && counts.cancelled === undefined) return [];
    return [{ at, passed: pass ?? null, failed: fail + cancelled, skipped: skipped + todo }];
  });
}

/** ` Test Files  1 failed | 2 passed (3)`, then `      Tests  1 failed | 5 passed (6)`, then perhaps ` Errors  1 error`. */
function vitest(output: RunnerOutput): Summary[] {
  return filesAndTests(output, {
    files: /^\s*Test Files {2}(.+) \(\d+\)$/,
    tests: /^\s*Tests {2}(?:(.+) \(\d+\)|no tests)$/,
    errors: /^\s*(?:Type )?Errors {2}\d+ errors?$/,
    error: "     Errors  1 error",
  });
}

/** `Test Suites: 1 failed, 2 passed, 3 total`, then `Tests:       1 failed, 5 passed, 6 total`. */
function jest(output: RunnerOutput): Summary[] {
  return filesAndTests(output, {
    files: /^Test Suites: (.+), (?:\d+ of )?\d+ total$/,
    tests: /^Tests: +(?:(.+), )?\d+ total$/,
    errors: null,
    error: "Test Suites: 1 failed, 1 total",
  });
}

interface FilesAndTests {
  files: RegExp;
  tests: RegExp;
  errors: RegExp | null;
  /** A line that may be outside both. */
  error: string;
}

/** A file that cannot be loaded has no failed test, so without the line about files the result is uncertain. */
function filesAndTests({ lines, mayHide }: RunnerOutput, patterns: FilesAndTests): Summary[] {
  const { files, tests, errors, error } = patterns;
  const found: Summary[] = [];
  const paired = new Set<number>();
  lines.forEach((line, at) => {
    const ofTests = tests.exec(line);
    if (!ofTests) return;
    const filesAt = [at - 1, at - 2].find((index) => files.test(lines[index] ?? ""));
    if (filesAt !== undefined) paired.add(filesAt);
    const ofFiles = filesAt === undefined ? null : countWords(files.exec(lines[filesAt] ?? "")?.[1]);
    const { passed = 0, failed = 0, skipped = 0, todo = 0, pending = 0 } = countWords(ofTests[1]);
    const hasErrors = errors !== null && lines.slice(at + 1, at + 4).some((next) => errors.test(next));
    const isRed = (ofFiles?.failed ?? 0) > 0 || hasErrors;
    found.push({ at, passed, failed, skipped: skipped + todo + pending, isRed, isUnsure: ofFiles === null });
  });
  lines.forEach((line, at) => {
    const ofFiles = paired.has(at) ? null : files.exec(line);
    if (!ofFiles) return;
    const { passed = 0, failed = 0 } = countWords(ofFiles[1]);
    found.push({ at, isRed: failed > 0, isUnsure: passed === 0 || mayHide(error) });
  });
  return found;
}

/** `  5 passing (12ms)`, then perhaps `  1 pending` and `  2 failing`. */
function mocha({ lines, mayHide }: RunnerOutput): Summary[] {
  const part = /^\s*(\d+) (passing)(?: \([\d.]+\s?\w+\))$|^\s+(\d+) (pending|failing)$/;
  return findBlocks(lines, part, { isStart: (name) => name === "passing" }).flatMap(
    ({ at, counts }): Summary[] => {
      const { passing, pending = 0, failing } = counts;
      if (passing === undefined && failing === undefined) return [];
      const isUnsure = failing === undefined && mayHide("  1 failing");
      return [{ at, passed: passing ?? null, failed: failing ?? 0, skipped: pending, isUnsure }];
    },
  );
}

/** `  1 failed`, the failed tests, `  2 skipped`, `  5 passed (3.2s)`. */
function playwright({ lines, mayHide, startsLate }: RunnerOutput): Summary[] {
  const part =
    /^\s*(\d+) (failed|interrupted|flaky|skipped|did not run|passed)(?: \([\d.]+(?:ms|s|m|h)\))?$|^\s*(\d+) (errors?) w(?:as|ere) not a part of any test/;
  const listed = /^\s{4,}\S.* › /;
  const found = findBlocks(lines, part, {
    isAside: (line) => listed.test(line),
    isEnd: (name) => name === "passed",
  });
  return found.flatMap(({ at, from, counts }): Summary[] => {
    const { failed = 0, interrupted = 0, flaky = 0, skipped = 0, passed, error = 0, errors = 0 } = counts;
    const isTimed = /\([\d.]+\w+\)$/.test(lines[at] ?? "");
    const hasList = lines.slice(from, at + 2).some((line) => listed.test(line));
    if (!(passed !== undefined && isTimed) && !(failed + interrupted > 0 && hasList)) return [];
    // Failures are listed above, so nothing may have been cut off there.
    const isTop = startsLate && lines.slice(0, from).every((line) => line === "");
    const isUnsure = isTop || mayHide("  1 failed");
    const hasPassed = passed !== undefined || !mayHide("  1 passed (1.0s)");
    const hasSkipped = !isTop && !mayHide("  1 skipped");
    return [
      {
        at,
        isUnsure,
        isRed: error + errors > 0,
        passed: hasPassed ? (passed ?? 0) + flaky : null,
        failed: failed + interrupted,
        skipped: hasSkipped ? skipped + (counts["did not run"] ?? 0) : null,
      },
    ];
  });
}

interface Block {
  /** The index of its first and its last line. */
  from: number;
  at: number;
  counts: Record<string, number>;
}

interface BlockRules {
  isStart?: (name: string) => boolean;
  isEnd?: (name: string) => boolean;
  /** A line that may be between two lines of a block. */
  isAside?: (line: string) => boolean;
}

/** Groups consecutive lines with a count and a name. `part` captures both, in either order. */
function findBlocks(lines: readonly string[], part: RegExp, rules: BlockRules): Block[] {
  const found: Block[] = [];
  let open: Block | null = null;
  lines.forEach((line, at) => {
    const groups = part
      .exec(line)
      ?.slice(1)
      .filter((group) => group !== undefined);
    if (!groups) {
      if (!(rules.isAside?.(line) ?? false)) open = null;
      return;
    }
    const count = Number(groups.find((group) => /^\d+$/.test(group)));
    const name = groups.find((group) => !/^\d+$/.test(group)) ?? "";
    if (open === null || rules.isStart?.(name) || name in open.counts) {
      open = { from: at, at, counts: {} };
      found.push(open);
    }
    open.at = at;
    open.counts[name] = count;
    if (rules.isEnd?.(name)) open = null;
  });
  return found;
}
