// Which of the changed files are tests and which are source, and which tests in them are new or changed. Pure.

interface DeclaredTest {
  /** As in the code: it may have placeholders, such as `%s`. */
  name: string;
  /** Its lines, from 1, with its table or its decorators. */
  from: number;
  to: number;
  /** Without formatting. */
  text: string;
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
  /** Both contents have a character for each byte, as in an image. */
  isBinary?: boolean;
}

export interface NewTests {
  path: string;
  /** The names of new and changed tests; empty if the file does not say. */
  names: string[];
  /** None of these names was in a test file before. */
  isAllNew: boolean;
}

const TEST_FILE =
  /(?:[._-](?:test|spec)\.[cm]?[jt]sx?|(?:^|\/)test_[^/]+\.py|_test\.(?:py|go)|(?:^|\/)tests\/[^/]+\.rs)$|(?:^|\/)__tests__\/[^/]+\.[cm]?[jt]sx?$/;
const TEST_SUPPORT =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|__snapshots__|specs?|testdata|fixtures)\/|(?:^|\/)conftest\.py$/;
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs)$/;
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|vendor|\.?venv|\.yarn)\//;
/** Without it the runner itself does not start. */
const SETUP = /(?:^|\/)(?:[^/]*\.config\.[cm]?[jt]s|setup\.py|build\.rs|\.[^/]+)$|\.d\.ts$/;
const MANIFEST =
  /(?:^|\/)(?:package\.json|[jt]sconfig[^/]*\.json|bunfig\.toml|pyproject\.toml|pytest\.ini|tox\.ini|setup\.cfg|go\.(?:mod|sum)|Cargo\.toml|requirements[^/]*\.txt|[^/]*[.-]lock(?:b|\.json|\.yaml)?)$/;
/** Changes of these are no part of what tests test. */
const DOCUMENT = /\.(?:mdx?|rst|adoc|txt)$|(?:^|\/)(?:docs?|\.github)\/|(?:^|\/)LICEN[CS]E[^/]*$/i;

const MAX_LINE = 2000;
const MAX_TEST_LINES = 1000;
const MAX_PLACEHOLDERS = 8;
/** How a test begins, its name, and what belongs to it before that line. */
const DECLARATIONS: readonly { files: RegExp; start: RegExp; name: RegExp; before?: RegExp }[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    start: /^\s*(?:test|it)\b[.(<]/,
    // The title follows `test(`, or the table of `test.each([…])(`.
    name: /^\s*(?:test|it)(?:\.(?!each\b)\w+)*(?:\([\w.]+(?:\([^\n"'`]*\))?\))?\(\s*(["'`])((?:\\.|(?!\1)[\s\S])+)\1|(?:^\s*[\])`]|\.each\b)[^\n]*?[\])`]\(\s*(["'`])((?:\\.|(?!\3)[\s\S])+)\3/m,
  },
  { files: /\.py$/, start: /^\s*(?:async\s+)?def\s+test/, name: /def\s+()(test\w*)/, before: /^\s*@/ },
  { files: /\.go$/, start: /^func\s+Test\w+\s*\(/, name: /^func\s+()(Test\w+)/ },
  { files: /\.rs$/, start: /^\s*(?:async\s+)?fn\s+\w+\s*\(\s*\)/, name: /fn\s+()(\w+)/, before: /^\s*#\[/ },
];

export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}

export function isSourceFile(path: string): boolean {
  return (
    !INSTALLED.test(path) &&
    SOURCE.test(path) &&
    !isTestFile(path) &&
    !TEST_SUPPORT.test(path) &&
    !SETUP.test(path)
  );
}

/** Whether it is the old one "without the change": code, data, templates; not documents, nor how tests are run. */
export function isOfChange(path: string): boolean {
  if (isSourceFile(path)) return true;
  const isOther = [INSTALLED, TEST_SUPPORT, SETUP, MANIFEST, DOCUMENT].some((pattern) => pattern.test(path));
  return !isOther && !isTestFile(path);
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
  const older = tests.flatMap(({ path, old }) => declaredTests(path, old ?? ""));
  const before = new Set(older.map(({ text }) => text));
  const olderNames = new Set(older.map(({ name }) => name));
  return tests.flatMap(({ path, old, now, added }) => {
    if (now === null || added.size === 0) return [];
    const declared = declaredTests(path, now);
    // One that was there before was only moved or formatted.
    const changed = declared.filter(
      ({ from, to, text }) => !before.has(text) && [...added].some((line) => line >= from && line <= to),
    );
    const names = [...new Set(changed.map(({ name }) => name))];
    const isWhole = declared.length === 0 && old === null;
    return names.length > 0 || isWhole
      ? [{ path, names, isAllNew: !names.some((name) => olderNames.has(name)) }]
      : [];
  });
}

/** Read by the indentation of formatted code. */
export function declaredTests(path: string, text: string): DeclaredTest[] {
  const language = DECLARATIONS.find(({ files }) => files.test(path));
  if (language === undefined) return [];
  const { start, name, before } = language;
  const lines = text.split("\n").map((line) => line.slice(0, MAX_LINE));
  return lines.flatMap((line, at) => {
    if (!start.test(line)) return [];
    let from = at;
    while (before?.test(lines[from - 1] ?? "")) from--;
    const marks = lines.slice(from, at).join("\n");
    if (path.endsWith(".rs") && !/#\[(?:\w+::)?test\b/.test(marks)) return [];
    const to = path.endsWith(".py") ? endOfBlock(lines, at) : endOfStatement(lines, at);
    const found = name.exec(lines.slice(at, to + 1).join("\n"));
    const title = found?.[2] ?? found?.[4];
    return title === undefined
      ? []
      : [
          {
            name: title.replaceAll(/\\(.)/g, "$1"),
            ...{ from: from + 1, to: to + 1 },
            text: lines
              .slice(from, to + 1)
              .join("")
              .replaceAll(/[\s,]/g, ""),
          },
        ];
  });
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The line that closes it, at its own indentation, or the one before the next statement. */
function endOfStatement(lines: readonly string[], start: number): number {
  const first = lines[start] ?? "";
  if (/[)}]\s*;?\s*$/.test(first)) return start;
  const isOutside = (line: string) => line.trim() !== "" && indentOf(line) <= indentOf(first);
  const isEnd = (line: string) => /^\s*(?:[\])}].*\)|[)}])\s*;?\s*$/.test(line) || !/^\s*[\])}`]/.test(line);
  const end = findLine(lines, start, (line) => isOutside(line) && isEnd(line));
  return /^\s*[\])}]/.test(lines[end] ?? "") && indentOf(lines[end] ?? "") === indentOf(first)
    ? end
    : end - 1;
}

/** The last line that is indented more than the first. */
function endOfBlock(lines: readonly string[], start: number): number {
  const indent = indentOf(lines[start] ?? "");
  const isNext = (line: string) => line.trim() !== "" && indentOf(line) <= indent && !/^\s*\)/.test(line);
  return findLine(lines, start, isNext) - 1;
}

/** The first line after another one that is meant, or the first that is too far away. */
function findLine(lines: readonly string[], start: number, isMeant: (line: string) => boolean): number {
  const end = Math.min(lines.length, start + MAX_TEST_LINES);
  let at = start + 1;
  while (at < end && !isMeant(lines[at] ?? "")) at++;
  return at;
}

/** Whether a name in a report is that of a declared test. */
export function isNamed(declared: string, reported: string): boolean {
  if (declared === reported || declared === reported.replace(/\[.*\]$/, "")) return true;
  const fixed = declared.split(/%[a-z#]|\$\{[^}]*\}|\$\w+(?:\.\w+)*/);
  if (fixed.length > MAX_PLACEHOLDERS) return reported.startsWith(fixed[0] ?? "");
  return fixed.length > 1 && new RegExp(`^${fixed.map(RegExp.escape).join("[\\s\\S]*")}$`).test(reported);
}
