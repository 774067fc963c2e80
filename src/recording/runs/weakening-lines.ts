// Finds weakened checks in changed lines.
import { oneLine } from "../../text/clip.ts";

export type WeakeningKind =
  | "skipped-test"
  | "removed-test"
  | "removed-assertion"
  | "disabled-rule"
  | "bypassed-hook"
  | "ignored-failure"
  | "lowered-threshold";

export interface WeakenedCheck {
  kind: WeakeningKind;
  /** Such as "disabled no-unused-vars". */
  what: string;
  /** The file, or empty. */
  where: string;
  /** What had failed. */
  after: RedCheck;
  at: number | null;
}

export type RedCheck = "tests" | "lint" | "a hook";

export interface LineChange {
  kind: WeakeningKind;
  what: string;
  /** Negative when undone. */
  by: number;
}

interface ChangedLines {
  added: readonly string[];
  removed: readonly string[];
  isTest: boolean;
}

const SKIP =
  /\b(?:it|test|describe|context|suite)\.(?:skip|todo|fixme)\b|\bx(?:it|describe|test)\s*\(|@pytest\.mark\.(?:skip|xfail)\b(?!if)|@unittest\.skip\b|\bpytest\.(?:skip|xfail)\(|\bt\.Skip(?:Now|f)?\(|#\[ignore\b|@(?:Disabled|Ignore)\b|\bXCTSkip\b/;
const ASSERTION =
  /\b(?:expect|assert\w*|should)\b\s*[.(!]|^\s*assert\s|\brequire\.[A-Z]\w+\(|\bassert_\w+|\bt\.(?:Error|Fatal)f?\(|\bXCTAssert\w*\(/;
const COMMENT = /^\s*(?:$|\/\/|\/\*|\*|#)/;
const TITLE =
  /^\s*(?:it|test|specify)(?:\.\w+)*\(\s*(["'`])(.+?)\1|^\s*(?:async\s+)?def\s+(test_\w+)|^func\s+(Test\w+)|\bfn\s+(test_\w+)/;
/** Groups: the rule's name, if any, and the reason. */
const DISABLED: readonly { name: string; pattern: RegExp }[] = [
  {
    name: "eslint",
    pattern: /eslint-disable(?:-next-line|-line)?(?:\s+(?!--)([@\w/,\s-]+?))?\s*(?:--\s*(\S.*)|\*\/|$)/,
  },
  { name: "biome", pattern: /biome-ignore(?:-all|-start)?\s+([\w/]+)\s*:?\s*(.*)/ },
  { name: "the type checker", pattern: /@ts-(?:ignore|nocheck|expect-error)()\b[\s:–-]*(.*?)(?:\*\/.*)?$/ },
  { name: "noqa", pattern: /#\s*noqa\b(?::\s*([A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*))?\s*(.*)/ },
  { name: "the type checker", pattern: /#\s*(?:type|pyright|ty):\s*ignore(?:\[([\w, -]+)\])?\s*(.*)/ },
  { name: "pylint", pattern: /#\s*pylint:\s*disable=([\w,-]+)\s*(.*)/ },
  { name: "golangci-lint", pattern: /\/\/\s*nolint(?::([\w,]+))?\s*(.*)/ },
  { name: "clippy", pattern: /#!?\[allow\(([\w:, ]+)\)\]\s*(.*)/ },
  { name: "warnings", pattern: /@SuppressWarnings\(\s*\{?"?([\w, "]+)"?\}?\)()/ },
  { name: "rubocop", pattern: /rubocop:disable\s+([\w/, ]+?)\s*(?:--\s*(.*))?$/ },
];
const LINT_CONFIG = /(?:^|\/)(?:\.?eslint[\w.]*|biome\.jsonc?|\.oxlintrc\.json|\.stylelintrc[\w.]*)$/;
const RULE_OFF = /["']?([@\w/-]+)["']?\s*:\s*\[?\s*["']?off["']?/;
const SCRIPTS =
  /(?:^|\/)(?:package\.json|Makefile|[Jj]ustfile|Jenkinsfile|\.husky\/.+|[^/]+\.(?:ya?ml|sh|toml|mk))$/;
const RUNS_CHECK = /\b(?:tests?|lint|check|tsc|jest|vitest|pytest|eslint|biome|ruff|mypy|clippy|audit)\b/;
const IGNORED = /\|\|\s*true\b|\|\|\s*exit 0\b/;
const IGNORED_STEP = /^\s*(?:continue-on-error|allow_failure):\s*true\b|--passWithNoTests\b/;
const THRESHOLD_FILE =
  /(?:^|\/)(?:(?:jest|vitest|vite|karma|nyc|c8)[\w.-]*|\.nycrc[\w.]*|\.c8rc[\w.]*|\.coveragerc|pyproject\.toml|setup\.cfg|tox\.ini|\.?codecov\.ya?ml|package\.json|Makefile|[^/]+\.ya?ml)$/;
const THRESHOLD =
  /\b(threshold|fail_under|cov-fail-under|minimum_coverage|min_coverage|statements|branches|functions|lines|max-warnings)["']?\s*[:= ]\s*["']?(\d+(?:\.\d+)?)/;
const MIN_REASON = 8;
export const REMOVED_FILE = "removed the test file";

/** "disabled no-unused-vars in a.ts after lint was red" */
export function describeWeakened({ what, where, after }: Omit<WeakenedCheck, "at">): string {
  const red = after === "a hook" ? "a hook failed" : after === "tests" ? "tests were red" : "lint was red";
  const place = what === REMOVED_FILE ? ` ${where}` : where && ` in ${where}`;
  return `${what}${place} after ${red}`;
}

export function readLineChanges(path: string, lines: ChangedLines): LineChange[] {
  const { added, removed, isTest } = lines;
  const changes: LineChange[] = [];
  const count = (find: (line: string) => Omit<LineChange, "by"> | null) => {
    for (const [list, by] of [
      [added, 1],
      [removed, -1],
    ] as const)
      for (const line of list) {
        const found = find(line);
        if (found) changes.push({ ...found, by });
      }
  };
  if (isTest) {
    count((line) => (SKIP.test(line) ? { kind: "skipped-test", what: "skipped a test" } : null));
    const fewer = countAssertions(removed) - countAssertions(added);
    // With new code, the test now tests something else.
    if (fewer < 0 || (fewer > 0 && added.every((line) => COMMENT.test(line))))
      changes.push({ kind: "removed-assertion", what: "removed assertions", by: fewer });
  }
  count((line) => disabledRule(line));
  if (LINT_CONFIG.test(path))
    count((line) => {
      const rule = RULE_OFF.exec(line)?.[1];
      return rule === undefined ? null : { kind: "disabled-rule", what: `disabled ${rule}` };
    });
  if (SCRIPTS.test(path))
    count((line) =>
      IGNORED_STEP.test(line) || (IGNORED.test(line) && RUNS_CHECK.test(line))
        ? { kind: "ignored-failure", what: "let a failing check pass" }
        : null,
    );
  return [...sumChanges(changes), ...(THRESHOLD_FILE.test(path) ? loweredThresholds(lines) : [])];
}

function countAssertions(lines: readonly string[]): number {
  return lines.filter((line) => ASSERTION.test(line) && !COMMENT.test(line)).length;
}

export function findTestTitles(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, , quoted, ...named] = TITLE.exec(line) ?? [];
    return quoted ?? named.find((name) => name !== undefined) ?? [];
  });
}

/** null when the line states a reason. */
function disabledRule(line: string): Omit<LineChange, "by"> | null {
  const plain = oneLine(line);
  for (const { name, pattern } of DISABLED) {
    const [found, rule, reason = ""] = pattern.exec(plain) ?? [];
    if (found === undefined) continue;
    const isReasoned = reason.replace(/<[^>]*>|[#/*\s]+/g, " ").trim().length >= MIN_REASON;
    return isReasoned ? null : { kind: "disabled-rule", what: `disabled ${rule?.trim() || name}` };
  }
  return null;
}

/** Lines that only moved cancel out. */
function sumChanges(changes: readonly LineChange[]): LineChange[] {
  const sums = new Map<string, LineChange>();
  for (const change of changes) {
    const key = `${change.kind} ${change.what}`;
    sums.set(key, { ...change, by: (sums.get(key)?.by ?? 0) + change.by });
  }
  return [...sums.values()].filter(({ by }) => by !== 0);
}

function loweredThresholds({ added, removed }: ChangedLines): LineChange[] {
  const old = new Map<string, number>();
  for (const line of removed) {
    const [, key, value] = THRESHOLD.exec(line) ?? [];
    if (key !== undefined && !old.has(key)) old.set(key, Number(value));
  }
  return added.flatMap((line): LineChange[] => {
    const [, key, now] = THRESHOLD.exec(line) ?? [];
    const before = old.get(key ?? "");
    if (key === undefined || before === undefined || before === Number(now)) return [];
    const isWeaker = key === "max-warnings" ? Number(now) > before : Number(now) < before;
    const what = `changed ${key} from ${before} to ${now}`;
    const back = `changed ${key} from ${now} to ${before}`;
    return isWeaker
      ? [{ kind: "lowered-threshold", what, by: 1 }]
      : [{ kind: "lowered-threshold", what: back, by: -1 }];
  });
}
