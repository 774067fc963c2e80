// Rules that need more than one line of a file: merge markers, bodies that are only `pass`, and secrets, which are recognised by
// the redaction rules.
import { redact } from "../../text/redaction/redact.ts";
import type { AddedLine } from "../../worktree/added-lines.ts";
import type { Weight } from "./find-leftovers.ts";

export interface Hit {
  rule: string;
  weight: Weight;
  what: string;
  at: AddedLine;
  /** Shown instead of the line's text. */
  shown?: string;
}

/** `lines`: of one file, in order. */
export function findMergeMarkers(lines: readonly AddedLine[]): Hit[] {
  const markers = lines.filter(({ text }) => /^(?:<{7}|>{7}) \S/.test(text));
  const [first] = markers;
  // A text about merging may show markers; only an unfinished merge has all three, outside of code blocks.
  if (first && isProse(first.path)) {
    const isWhole =
      lines.some(({ text }) => /^<{7} \S/.test(text)) &&
      lines.some(({ text }) => /^={7}\s*$/.test(text)) &&
      lines.some(({ text }) => /^>{7} \S/.test(text));
    if (!isWhole || lines.some(({ text }) => /^\s*(?:```|~~~)/.test(text))) return [];
  }
  return markers.map((at) => ({ rule: "merge-marker", weight: "block", what: "a merge marker", at }));
}

const DEF = /^\s*(?:async\s+)?def\s+\w+\s*\(.*\)\s*(?:->.*)?:\s*(pass)?\s*(?:#.*)?$/;
const PASS = /^\s*pass\s*(?:#.*)?$/;
const WANTED_ABOVE = /@(?:\w+\.)*(?:abstract\w*|overload|fixture|validator)\b/;

/** Functions only: classes and exception handlers may well be empty. */
export function findEmptyBodies(
  path: string,
  lines: readonly AddedLine[],
  byNumber: ReadonlyMap<number, AddedLine>,
): Hit[] {
  if (!path.endsWith(".py")) return [];
  const textAt = (line: number) => byNumber.get(line)?.text ?? "";
  return lines.flatMap((at) => {
    const def = DEF.exec(at.text);
    if (!def || WANTED_ABOVE.test(textAt(at.line - 1))) return [];
    const isEmpty = def[1] !== undefined || PASS.test(textAt(at.line + 1));
    return isEmpty
      ? [{ rule: "placeholder", weight: "once" as const, what: "a function with an empty body", at }]
      : [];
  });
}

const REDACTION_MARKER = /\[redacted:([\w-]+)\]/g;
const KEY_BEGINS = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(.*)$/;
const KEY_GOES_ON = /[A-Za-z0-9+/]{24}|^\s*(?:Proc-Type|Version|Comment):/;
/** These rules recognise a secret only by its name: in tests, samples and prose, the value is made up. */
export const NAME_ONLY_SECRET_RULES: ReadonlySet<string> = new Set([
  "named-secret",
  "authorization-header",
  "bearer-token",
  "basic-credentials",
  "cookie-header",
  "cookie-value",
  "url-parameter",
  "url-password",
  "connection-key",
  "command-password",
  "docker-auth",
  "kubernetes-secret",
  "netrc-password",
  "nuget-password",
]);
/** Redactions that are no secrets: text that a person marked as private, and text that there was no time to search. */
const NOT_SECRET = new Set(["private", "not-searched"]);

/** `lines`: of one file, in order. `next`: the line after them. */
export function findSecretLines(lines: readonly AddedLine[], next?: AddedLine): Hit[] {
  // Nearly always there is none: one search of the whole text is enough then.
  if (redact(lines.map(({ text }) => text).join("\n")).count === 0) return [];
  const inSample = isSample(lines[0]?.path ?? "");
  return lines.flatMap((at, index) => {
    const key = KEY_BEGINS.exec(at.text);
    if (key && KEY_GOES_ON.test(`${key[1]}\n${(lines[index + 1] ?? next)?.text ?? ""}`))
      return [secret(at, "a private key", "-----BEGIN … PRIVATE KEY-----")];
    const { text, count } = redact(at.text);
    if (count === 0 || text === at.text) return [];
    const ids = [...text.matchAll(REDACTION_MARKER)]
      .map(([, id = ""]) => id)
      .filter((id) => !NOT_SECRET.has(id));
    const real = ids.filter((id) => id !== "private-key" && !(inSample && NAME_ONLY_SECRET_RULES.has(id)));
    return real.length === 0 ? [] : [secret(at, `a secret (${real[0]})`, text)];
  });
}

function secret(at: AddedLine, what: string, shown: string): Hit {
  return { rule: "secret", weight: "block", what, at, shown };
}

// Classifies files by their paths.

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|__mocks__|testing|test-utils|cypress|playwright)\//i;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*|conftest|[^/]*(?:[._-](?:test|spec|e2e|cy|stories))|[^/]*Tests?)\.[^/.]+$/;
/** Generated or vendored files, and fixtures. */
const NOT_WRITTEN_BY_HAND =
  /(?:^|\/)(?:node_modules|vendor|vendored|third_party|dist|build|out|coverage|fixtures?|__fixtures__|testdata|__snapshots__|\.git)\/|\.(?:min\.\w+|map|snap|lock|patch|diff|svg)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$|[._-]generated\.\w+$|\.pb\.\w+$/i;
const PRINTS =
  /(?:^|\/)(?:bin|cli|cmd|scripts?|tools?|examples?|demos?|bench(?:marks?)?|docs?)\/|(?:^|\/)(?:cli|bin)\.\w+$|\.config\.\w+$/i;
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|txt|html?)$|(?:^|\/)docs?\//i;
const SAMPLE =
  /(?:^|\/)(?:examples?|samples?|docs?|mocks?)\/|[._-](?:example|sample|template|dist|tpl)(?:\.\w+)?$/i;

export const isTestPath = (path: string) => TEST_FOLDER.test(path) || TEST_NAME.test(path);
export const isGeneratedOrVendored = (path: string) => NOT_WRITTEN_BY_HAND.test(path);
/** A program whose purpose includes printing. */
export const mayPrint = (path: string) => PRINTS.test(path) || isTestPath(path);
const isProse = (path: string) => PROSE.test(path);
const isSample = (path: string) => SAMPLE.test(path) || isProse(path) || isTestPath(path);

// Languages, as far as needed to tell code from comments and strings in a single line.

export interface Language {
  name: string;
  /** The rest of the line after one of these is a comment. */
  lineComments: readonly string[];
  /** Matches a line that continues a comment. */
  continues?: RegExp;
  quotes: string;
}

const C_LIKE = { lineComments: ["//", "/*"], continues: /^\s*\*(?!\w)/, quotes: "\"'" };
const HASH = { lineComments: ["#"], quotes: "\"'" };

const LANGUAGES: readonly (Language & { extensions: string })[] = [
  {
    name: "javascript",
    extensions: "js jsx ts tsx mjs cjs mts cts vue svelte astro",
    ...C_LIKE,
    quotes: "\"'`",
  },
  { name: "python", extensions: "py pyi", ...HASH },
  { name: "ruby", extensions: "rb rake", ...HASH },
  { name: "elixir", extensions: "ex exs", ...HASH },
  { name: "go", extensions: "go", ...C_LIKE, quotes: "\"'`" },
  // A single quote may begin a lifetime.
  { name: "rust", extensions: "rs", ...C_LIKE, quotes: '"' },
  { name: "php", extensions: "php", ...C_LIKE, lineComments: ["//", "/*", "#"] },
  { name: "jvm", extensions: "java kt kts scala groovy gradle", ...C_LIKE },
  { name: "csharp", extensions: "cs fs", ...C_LIKE },
  // No rule is for these alone.
  { name: "like shell", extensions: "sh bash zsh pl pm r", ...HASH },
  { name: "like C", extensions: "c h cc cpp cxx hpp m mm swift dart css scss sass less", ...C_LIKE },
  { name: "like SQL", extensions: "sql lua", lineComments: ["--", "/*"], quotes: "\"'" },
  { name: "like Haskell", extensions: "hs elm", lineComments: ["--", "{-"], quotes: '"' },
];

const BY_EXTENSION = new Map(
  LANGUAGES.flatMap((language) =>
    language.extensions.split(" ").map((extension) => [extension, language] as const),
  ),
);

/** null for prose, data and markup. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot === -1 ? null : (BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

interface SplitLine {
  /** Without comments and the content of strings. */
  code: string;
  comment: string;
  /** Without comments, with strings. */
  quoted: string;
}

/** Sees only one line: a string over several lines looks like code. */
export function splitLine(text: string, language: Language): SplitLine {
  if (language.continues?.test(text)) return { code: "", comment: text, quoted: "" };
  let code = "";
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) {
        quote = "";
        code += char;
      }
      continue;
    }
    if (language.quotes.includes(char)) {
      quote = char;
      code += char;
      continue;
    }
    const opens = language.lineComments.some((mark) => text.startsWith(mark, at));
    // Not a comment in an address such as https://host, or inside a word.
    if (opens && (at === 0 || !/[\w:$\\]/.test(text[at - 1] ?? ""))) {
      return { code, comment: text.slice(at), quoted: text.slice(0, at) };
    }
    code += char;
  }
  return { code, comment: "", quoted: text };
}
