// Reads the test runs of a shell command: whether there are any, how many, in which folder, and what the command's filters
// (`| tail -20`, `| grep FAIL`) may have hidden.

export interface OutputFilters {
  /** The beginning of the output was cut off. */
  startsLate: boolean;
  mayHide(line: string): boolean;
}

type Hides = (line: string) => boolean;
type Pipeline = string[][];

const DEFAULT_LINES = 10;
/** A longer command is usually a script that it writes to a file, and is not examined for filters. */
const MAX_COMMAND = 20_000;
const READERS = /^(?:tail|head|e?grep|rg|sed|awk)$/;

/** Every command that runs tests contains one of these. */
const RUNNER_WORDS = [
  "test",
  "jest",
  "mocha",
  "ava",
  "playwright",
  "tox",
  "nox",
  "spec",
  "phpunit",
  "verify",
  "check",
];

// Patterns are created on use, the most common first: hooks load this file, most commands run no tests, and a long pattern is
// slow to compile.
const scriptsPattern = () =>
  /(?:^|[\s;&|(/])(?:npm|pnpm|yarn|bun)(?:\.exe|\.cmd)?["']?\s+(?:(?:--filter[\s=]\S+|workspace\s\S+|-\S+)\s+)*(?:run\s+)?test\S*(?=$|[\s;&|):])/;
const runnersPattern = () =>
  /(?:^|[\s;&|(/])(?:(?:turbo|nx)\s+(?:run\s+)?test\S*|npx\s+(?:jest|vitest|mocha|ava|playwright)|playwright\s+test|jest|vitest|mocha|pytest|py\.test|python3?\s+-m\s+(?:pytest|unittest)|tox|nox|go\s+test|cargo\s+(?:test|nextest)|rspec|rake\s+(?:test|spec)|phpunit|dotnet\s+test|mvn\s+(?:\S+\s+){0,20}(?:test|verify)|gradlew?\s+(?:\S+\s+){0,20}test|ctest|mix\s+test|deno\s+test|swift\s+test|make\s+(?:test|check)|(?:mise|just|task)\s+(?:run\s+)?test\S*|node\s+--test)(?=$|[\s;&|):])/;

/** Builds, lists or describes tests without running them. */
const runsNonePattern = () =>
  /\bgo\s+test\s(?:[^;&|]*\s)?-c\b|\s--(?:collect-only|co|list-?tests|list|no-run|help|version)\b/i;

export function isTestCommand(command: string): boolean {
  if (!RUNNER_WORDS.some((word) => command.includes(word))) return false;
  if (!scriptsPattern().test(command) && !runnersPattern().test(command)) return false;
  return !command.includes("-") || !runsNonePattern().test(command);
}

/** How often a command visibly runs tests. */
export function countTestParts(command: string): number {
  return splitPipelines(command).filter(runsTests).length;
}

/** The parts of a command that run tests: all words, and those after the runner. */
export function findTestParts(command: string): { words: string[]; args: string[] }[] {
  return splitPipelines(command)
    .filter(runsTests)
    .map(([words = []]) => {
      // A word may contain spaces.
      const end = words.findIndex((_, at) => isTestCommand(words.slice(0, at + 1).join(" ")));
      const rest = words.slice(end + 1);
      // `vitest run`, `nextest run`, `npm test -- …`.
      while (/^(?:run|watch|test|--)$/.test(rest[0] ?? "")) rest.shift();
      return { words, args: rest.filter((word) => word !== "--") };
    });
}

/** True when the exit code is not that of the tests, such as after a pipe. */
export function hidesExitCode(command: string): boolean {
  if (!/[&|;\n!]/.test(command)) return false;
  const bare = command.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, "").trim();
  // Inverted by `!`, or in the background.
  if (/(?:^|[&|;\n({])\s*!\s|(?<![&<>])&(?![&>])/.test(bare)) return true;
  const own = bare.replace(/(^|&&)\s*set\s[^;&|\n]*\bpipefail\s*(?:&&|[;\n])/, "$1");
  return own === bare ? /[|;\n]/.test(own) : /\|\||[;\n]/.test(own);
}

/** Options that make a program work in another folder. */
const otherFolderPattern = () =>
  /\s(?:-C|--prefix|--cwd|--dir(?:ectory)?|--manifest-path|--rootdir)(?![\w-])/;

/**
 * The folder in which the matching parts of a command work; null when unknown, or when there are several. `cwd`: the client's
 * folder after the command, so the command may already have changed to it.
 */
export function findFolder(
  command: string,
  cwd: string | null,
  isMeant: (part: string) => boolean,
): string | null {
  const tokens =
    /'[^']*'|"(?:\\.|[^"\\])*"|\\.|\d?[<>]&|&>|&&|\|\||[;&|\n()]|[^\s'"\\;&|()<>]+|[<>]|[^\S\n]+/g;
  const found = new Set<string | null>();
  const outer: (string | null)[] = [];
  let folder = cwd;
  let part = "";
  const endPart = () => {
    const [, to] =
      /^\s*(?:cd|pushd|popd)(?=\s|$)(?:\s+--)?\s*("[^"]*"|'[^']*'|(?:\\.|[^\s\\])*)/.exec(part) ?? [];
    if (to !== undefined) folder = changeFolder(folder, unquoted(to), folder === cwd);
    else if (isMeant(part)) found.add(otherFolderPattern().test(part) ? null : folder);
    part = "";
  };
  for (const [token] of withoutDocuments(command.slice(0, MAX_COMMAND)).matchAll(tokens)) {
    if (token === "(") outer.push(folder);
    if (/^(?:&&|\|\||[;&|\n()])$/.test(token)) endPart();
    else part += token;
    if (token === ")" && outer.length > 0) folder = outer.pop() ?? null;
  }
  endPart();
  if (found.size === 0) return otherFolderPattern().test(command) ? null : folder;
  const [first = null] = found;
  return found.size === 1 ? first : null;
}

function changeFolder(from: string | null, to: string, isFirst: boolean): string | null {
  const path = to.replace(/^(?:\.\/+)+/, "").replace(/\/+$/, "");
  if (to.startsWith("/")) return path.includes("/../") || /[$`*]/.test(path) ? null : path || "/";
  if (from === null || to === "" || /^[~-]|[$`*]/.test(to)) return null;
  if (path === "" || path === ".") return from;
  const below = path.replace(/^(?:\.\.(?:\/|$))+/, "");
  if (isFirst && below !== "" && from.endsWith(`/${below}`)) return from;
  return path.split("/").includes("..") ? null : `${from}/${path}`;
}

/** `lineCount`: lines in the output. A limit above it hid nothing. */
export function readFilters(command: string, lineCount: number): OutputFilters {
  if (command.length > MAX_COMMAND) return { startsLate: true, mayHide: () => true };
  if (!command.includes("|") && !command.includes(">")) return { startsLate: false, mayHide: () => false };
  const pipelines = splitPipelines(command);
  const testing = pipelines.filter(runsTests);
  const filters = (testing.length > 0 ? testing : pipelines).flatMap(([, ...piped]) => piped);
  // Output in a file may be read by a later part.
  const isKept = /(?:^|[^<>=-])>\s*(?!\/dev\/null)[^\s&>]/.test(command);
  const readers = isKept ? pipelines.flat().filter(([program = ""]) => READERS.test(program)) : [];
  const hides: Hides[] = [];
  let startsLate = false;
  for (const words of [...filters, ...readers]) {
    const limit = readLimit(words);
    if (limit === null) hides.push(hidesOf(words));
    else if (lineCount < limit.lines) continue;
    else if (limit.isEnd) startsLate = true;
    else hides.push(() => true);
  }
  return { startsLate, mayHide: (line) => hides.some((hide) => hide(line)) };
}

/** Programs whose arguments only mention a runner. */
const OTHER_PROGRAMS = new Set(
  "git gh glab echo printf cat egrep grep rg sed awk find pkill pgrep kill which holdfast".split(" "),
);

function runsTests([first = []]: Pipeline): boolean {
  return !OTHER_PROGRAMS.has(first[0] ?? "") && isTestCommand(first.join(" "));
}

/** null when the program does not filter by number of lines. */
function readLimit([program = "", ...args]: readonly string[]): { lines: number; isEnd: boolean } | null {
  const given = args.join(" ");
  if (/^select-object$/i.test(program)) {
    const [, side = "", lines] = /-(first|last)\s+(\d+)/i.exec(given) ?? [];
    return side === "" ? null : { lines: Number(lines), isEnd: side.toLowerCase() === "last" };
  }
  if (program !== "tail" && program !== "head") return null;
  const lines = /(?:^|\s)-(?:n\s*|-lines[= ])?(\d+)/.exec(given)?.[1];
  const isPlain = !/(?:^|\s)-(?:c|-bytes)|-n\s*[+-]|--lines[= ][+-]/.test(given);
  return { lines: isPlain ? Number(lines ?? DEFAULT_LINES) : 0, isEnd: program === "tail" };
}

function hidesOf(words: readonly string[]): Hides {
  const [program = "", ...args] = words;
  if (/^(?:tee|cat|less|more|col|ts|out-string|tee-object)$/i.test(program)) return () => false;
  if (program === "sed" && args.length > 0 && args.every(isSubstitution)) return () => false;
  if (/^(?:e?grep|rg|ug|ag)$/.test(program)) return hidesByPattern(program, args) ?? (() => true);
  return () => true;
}

function isSubstitution(argument: string): boolean {
  return /^(?:-[Eru]+|-e|s(.).*\1[gIi]*)$/.test(argument);
}

/** null when grep does not print whole lines, or its pattern cannot be read. */
function hidesByPattern(program: string, args: readonly string[]): Hides | null {
  let options = "";
  const patterns: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "-e" || argument === "--regexp") patterns.push(args[++at] ?? "");
    else if (/^-[a-zA-Z]*[ABCm]$/.test(argument)) at++;
    else if (/^-[a-zA-Z]+\d*$/.test(argument)) options += argument.replace(/[ABCm]\d+$/, "").slice(1);
    else if (argument.startsWith("--")) options += longOption(argument);
    else if (patterns.length === 0 && !/^\d*>/.test(argument)) patterns.push(argument);
  }
  if (patterns.length === 0 || /[coqlL?]/.test(options)) return null;
  const isBasic = program === "grep" && !/[EP]/.test(options);
  const sources = patterns.map((pattern) =>
    options.includes("F") ? RegExp.escape(pattern) : isBasic ? fromBasic(pattern) : pattern,
  );
  try {
    const pattern = new RegExp(sources.join("|"), options.includes("i") ? "i" : "");
    const isInverted = options.includes("v");
    return (line) => pattern.test(line) === isInverted;
  } catch {
    return null; // Valid for grep, but not in JavaScript.
  }
}

function longOption(option: string): string {
  const known: Record<string, string> = {
    "--invert-match": "v",
    "--ignore-case": "i",
    "--extended-regexp": "E",
    "--line-buffered": "",
    "--line-number": "",
    "--no-filename": "",
  };
  return /^--colou?r/.test(option) ? "" : (known[option] ?? "?");
}

/** In a basic regular expression `\|` is an "or", and `|` a character. */
function fromBasic(pattern: string): string {
  return pattern.replace(/\\([|+?(){}])|([|+?(){}])/g, (_, escaped, plain) => escaped ?? `\\${plain}`);
}

/** Each pipeline as its parts, each part as its words. */
function splitPipelines(command: string): Pipeline[] {
  const tokens = /'[^']*'|"(?:\\.|[^"\\])*"|\|\||&&|\|&?|[;\n]|\\.|[^\s'"|;\\]+|[ \t\r]+/g;
  const pipelines: Pipeline[] = [[[]]];
  let word: string | null = null;
  const endWord = () => {
    // Brackets around a group are not part of a word.
    const own = word?.replace(/^\(/, "");
    const bare = own?.includes("(") ? own : own?.replace(/\)+$/, "");
    if (bare && !/^\d?>&\d$/.test(bare)) pipelines.at(-1)?.at(-1)?.push(bare);
    word = null;
  };
  for (const [token] of withoutDocuments(command.slice(0, MAX_COMMAND)).matchAll(tokens)) {
    if (token === "|" || token === "|&") {
      endWord();
      pipelines.at(-1)?.push([]);
    } else if (/^(?:\|\||&&|[;\n])$/.test(token)) {
      endWord();
      pipelines.push([[]]);
    } else if (/^[ \t\r]/.test(token)) endWord();
    else word = (word ?? "") + unquoted(token);
  }
  endWord();
  return pipelines;
}

/** Without quoted texts, here-documents and comments, which may mention anything: leaves programs, options and operators. */
export function withoutTexts(command: string): string {
  const texts = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|'[^']*(?:'|$)|(?<![^\s;&|(])#[^\n]*/g;
  return withoutDocuments(command).replace(texts, (text) => (text.startsWith("#") ? "" : '""'));
}

/** Here-documents are texts whose quotes must not be parsed. */
function withoutDocuments(command: string): string {
  if (!command.includes("<<")) return command;
  return command.replace(/<<-?\s*(['"]?)(\w+)\1([^\n]*)\n(?:[\s\S]*?\n)??[ \t]*\2(?=\n|$)/g, "$3\n");
}

function unquoted(token: string): string {
  if (token.startsWith("'")) return token.slice(1, -1);
  if (token.startsWith('"')) return token.slice(1, -1).replace(/\\(["\\$`])/g, "$1");
  return token.replace(/\\(.)/g, "$1");
}
