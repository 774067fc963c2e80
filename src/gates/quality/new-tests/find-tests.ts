// Which of the changed files are tests and which are source, and which tests in them are new or changed. Pure.

export interface DeclaredTest {
  /** As in the code: it may have placeholders, such as `%s`. */
  name: string;
  /** From 1. */
  line: number;
}

export interface FileChange {
  /** Relative to the top of the work tree. */
  path: string;
  /** null when the file is new. */
  old: string | null;
  /** null when it was deleted. */
  now: string | null;
  /** The numbers of the lines that the session wrote. */
  added: ReadonlySet<number>;
}

export interface NewTests {
  path: string;
  /** The names of new and changed tests; empty if the file does not say. */
  names: string[];
  isNewFile: boolean;
}

const TEST_FILE =
  /(?:[._-](?:test|spec)\.[cm]?[jt]sx?|(?:^|\/)test_[^/]+\.py|_test\.(?:py|go)|(?:^|\/)tests\/[^/]+\.rs)$|(?:^|\/)__tests__\/[^/]+\.[cm]?[jt]sx?$/;
const TEST_SUPPORT =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__snapshots__|specs?|testdata|fixtures)\/|(?:^|\/)conftest\.py$/;
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs)$/;
/** Without it the runner itself does not start. */
const SETUP = /(?:^|\/)(?:[^/]*\.config\.[cm]?[jt]s|setup\.py|build\.rs|\.[^/]+)$|\.d\.ts$/;

const DECLARATIONS: readonly [RegExp, RegExp][] = [
  [
    /\.[cm]?[jt]sx?$/,
    /^\s*(?:(?:test|it)(?:\.\w+)*(?:\((?![\s"'`]).*?\)|<.*?>|`[^`]*`)?\s*\(\s*|\]\)\(\s*)(["'`])((?:\\.|(?!\1).)+)\1/,
  ],
  [/\.py$/, /^\s*(?:async\s+)?def\s+()(test\w*)/],
  [/\.go$/, /^func\s+()(Test\w+)\s*\(/],
  [/\.rs$/, /^\s*(?:async\s+)?fn\s+()(\w+)\s*\(\s*\)/],
];

export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}

export function isSourceFile(path: string): boolean {
  return SOURCE.test(path) && !isTestFile(path) && !TEST_SUPPORT.test(path) && !SETUP.test(path);
}

/** Changed source files, without those that were only renamed. */
export function findChangedSource(changes: readonly FileChange[]): FileChange[] {
  const source = changes.filter(({ path, old, now }) => isSourceFile(path) && old !== now);
  const gone = source.flatMap(({ old, now }) => (now === null ? (old ?? []) : []));
  const come = source.flatMap(({ old, now }) => (old === null ? (now ?? []) : []));
  return source.filter(
    ({ old, now }) =>
      !(old === null && gone.includes(now ?? "")) && !(now === null && come.includes(old ?? "")),
  );
}

export function findNewTests(changes: readonly FileChange[]): NewTests[] {
  const tests = changes.filter(({ path }) => isTestFile(path));
  const gone = new Set(
    tests.flatMap(({ path, old, now }) => {
      const left = new Set(namesIn(path, now ?? ""));
      return namesIn(path, old ?? "").filter((name) => !left.has(name));
    }),
  );
  return tests.flatMap(({ path, old, now, added }) => {
    if (now === null || added.size === 0) return [];
    const declared = declaredTests(path, now);
    const before = new Set(namesIn(path, old ?? ""));
    const touched = declared.filter(({ line }, at) =>
      hasLine(added, line, declared[at + 1]?.line ?? Number.POSITIVE_INFINITY),
    );
    // A test that another file had, or that had another name, was moved.
    const names = touched.map(({ name }) => name).filter((name) => before.has(name) || !gone.has(name));
    const isNewFile = old === null;
    if (names.length === 0 && (declared.length > 0 || !isNewFile)) return [];
    return [{ path, names: [...new Set(names)], isNewFile }];
  });
}

function hasLine(added: ReadonlySet<number>, from: number, to: number): boolean {
  return [...added].some((line) => line >= from && line < to);
}

function namesIn(path: string, text: string): string[] {
  return declaredTests(path, text).map(({ name }) => name);
}

export function declaredTests(path: string, text: string): DeclaredTest[] {
  const [, pattern] = DECLARATIONS.find(([files]) => files.test(path)) ?? [];
  if (!pattern) return [];
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    // A title may be on the line after `test(`.
    const joined = /^\s*(?:test|it)(?:\.\w+)*\($|^\s*\]\)\($/.test(line)
      ? `${line}${lines[at + 1] ?? ""}`
      : line;
    const name = pattern.exec(joined)?.[2];
    const isTest =
      name !== undefined &&
      (!path.endsWith(".rs") || /#\[(?:\w+::)?test\b/.test(lines.slice(Math.max(0, at - 3), at).join("")));
    return isTest ? [{ name: name.replaceAll(/\\(.)/g, "$1"), line: at + 1 }] : [];
  });
}

/** Whether a name in a report is that of a declared test. */
export function isNamed(declared: string, reported: string): boolean {
  if (declared === reported || declared === reported.replace(/\[.*\]$/, "")) return true;
  const fixed = declared.split(/%[a-z#]|\$\{[^}]*\}|\$\w+(?:\.\w+)*/);
  return fixed.length > 1 && new RegExp(`^${fixed.map(RegExp.escape).join("[\\s\\S]*")}$`).test(reported);
}
