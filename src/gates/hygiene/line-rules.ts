// Rules that need only one added line.

import { isTestPath, mayPrint } from "./file-rules.ts";
import type { Weight } from "./find-leftovers.ts";

export interface LineRule {
  id: string;
  weight: Weight;
  what: string;
  /** Names of languages; absent: all of them. */
  languages?: readonly string[];
  /** "code": without the content of strings. "quoted": with it. */
  in: "code" | "quoted" | "comment";
  pattern: RegExp;
  where?: (path: string) => boolean;
  /** True when the line, or the one above it, justifies the match. */
  unless?: (at: RuleLine) => boolean;
}

export interface RuleLine {
  /** Without comments, with strings. */
  quoted: string;
  comment: string;
  above: string;
}

/** The line prints a text of several words: it is for the user of the program, not for debugging. */
export function isMessage({ quoted }: Pick<RuleLine, "quoted">): boolean {
  const [, , text = ""] =
    /\bconsole\s*\.\s*(?:log|debug)\s*\(\s*(["'`])((?:\\.|(?!\1).)*)/.exec(quoted) ?? [];
  const words = text.replaceAll(/\$\{[^}]*\}?/g, " x ").match(/\p{L}+/gu) ?? [];
  return (
    words.length >= 2 && !/\b(?:debug\w*|here|xxx|wtf|asdf|todo|test\d*)\b|[=>*#-]{3,}|!{2,}/i.test(text)
  );
}

/** A reason in words: after the code, above it, or as an argument. */
function hasReason({ quoted, comment, above }: RuleLine): boolean {
  const hasWords = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).length >= 2;
  if (hasWords(comment) || (/^\s*(?:\/\/|#(?!\[)|\/?\*|--)/.test(above) && hasWords(above))) return true;
  const [, argument = ""] = ARGUMENT.exec(quoted) ?? [];
  return hasWords(argument);
}

const ARGUMENT =
  /(?:skip\w*|ignore|disabled|pending)\s*[(=:]?\s*(?:reason\s*=\s*)?(?:\w+\s*,\s*)?f?["'`]([^"'`]*)/i;

/** In JavaScript the first string is the test's name, not a reason; a condition in its place is a reason. */
function isExcusedInJs(at: RuleLine): boolean {
  const isConditional = /\.(?:skip|todo)\s*\(\s*[^"'`\s)]/.test(at.quoted);
  return isConditional || hasReason({ ...at, quoted: "" });
}

const JS = ["javascript"];
const RUNNER = String.raw`\b(?:describe|it|test|suite|context|specify|bench|fixture)`;
const NOT_IMPLEMENTED = String.raw`["'\`](?:\w+[ :]){0,4}?not (?:yet )?implemented\b`;

const BREAKPOINT = { id: "debugger", weight: "block", what: "a breakpoint", in: "code" } as const;
const FOCUSED = {
  id: "focused-test",
  weight: "block",
  what: "a focused test: the others do not run",
  in: "code",
} as const;
const PRINT = {
  id: "print",
  weight: "once",
  what: "debug output",
  in: "code",
  where: (path: string) => !mayPrint(path),
} as const;
const SKIPPED = { id: "skipped-test", weight: "once", what: "a skipped test", in: "code" } as const;
const PLACEHOLDER = {
  id: "placeholder",
  weight: "once",
  what: "code that is not written yet",
  in: "code",
} as const;

export const LINE_RULES: readonly LineRule[] = [
  {
    ...BREAKPOINT,
    what: "a debugger statement",
    languages: JS,
    pattern: /(?:^|[;{})])\s*debugger\s*(?:;|\}|$)/,
  },
  {
    ...BREAKPOINT,
    languages: ["python"],
    pattern:
      /(?:^|[;:])\s*(?:breakpoint\(|import\s+(?:pdb|ipdb|pudb)\b|from\s+(?:pdb|ipdb|pudb)\s+import\b|i?pdb\.set_trace\(|pudb\.set_trace\()/,
  },
  {
    ...BREAKPOINT,
    languages: ["ruby"],
    pattern: /(?:^|[;{|])\s*(?:binding\.(?:pry|irb|break)\b|byebug\b|debugger\b)(?!\s*=)/,
  },
  {
    ...BREAKPOINT,
    languages: ["elixir", "php", "go", "csharp"],
    pattern: /\b(?:IEx\.pry\b|xdebug_break\(|runtime\.Breakpoint\(|Debugger\.Break\()/,
  },
  {
    ...FOCUSED,
    languages: JS,
    pattern: new RegExp(String.raw`${RUNNER}(?:\.\w+)*\.only\s*(?:[(.\`]|$)`),
  },
  {
    ...FOCUSED,
    languages: ["javascript", "ruby"],
    pattern: /(?:^|[;{])\s*(?:fdescribe|fcontext|fit|fspecify)[\s(]|,\s*(?::focus\b|focus:\s*true)/,
    where: isTestPath,
  },
  { ...PRINT, languages: JS, pattern: /\bconsole\s*\.\s*(?:log|debug)\s*\(/, unless: isMessage },
  {
    ...PRINT,
    languages: ["rust", "php", "elixir"],
    pattern: /\bdbg!\s*\(|(?:^|[;{]\s*|\s)(?:var_dump|dd)\s*\(|\bIO\.inspect\(/,
  },
  {
    ...SKIPPED,
    languages: JS,
    pattern: new RegExp(
      String.raw`${RUNNER}(?:\.\w+)*\.(?:skip|todo)\s*(?:[(.\`]|$)|(?:^|[;{])\s*(?:xdescribe|xit|xtest|xcontext)\s*\(`,
    ),
    unless: isExcusedInJs,
  },
  {
    ...SKIPPED,
    languages: ["python"],
    pattern: /@pytest\.mark\.skip\b(?!if)|@(?:unittest\.)?skip\(|^\s*pytest\.skip\(|\bself\.skipTest\(/,
    unless: hasReason,
  },
  {
    ...SKIPPED,
    languages: ["ruby", "go", "rust", "jvm", "csharp", "elixir"],
    pattern:
      /^\s*(?:xit|xdescribe|xcontext|pending|skip)\b\s*["'(]|\bt\.(?:Skip|SkipNow|Skipf)\(|#\[ignore\b|@(?:Disabled|Ignore)\b|\[Ignore\b|@tag :skip\b/,
    unless: hasReason,
  },
  {
    id: "todo",
    weight: "once",
    what: "a note of open work",
    in: "comment",
    pattern: /(?:^|[^\w'"`-])(?:TODO|FIXME|XXX)(?![\w'"`-])/,
  },
  { ...PLACEHOLDER, languages: ["python"], pattern: /\braise\s+NotImplementedError\b/ },
  { ...PLACEHOLDER, languages: ["rust"], pattern: /\b(?:todo|unimplemented)!\s*\(/ },
  {
    ...PLACEHOLDER,
    languages: ["csharp", "ruby", "jvm"],
    pattern: /\b(?:throw new|raise)\s+NotImplemented(?:Exception|Error)\b|^\s*TODO\(\s*["')]/,
  },
  {
    ...PLACEHOLDER,
    in: "quoted",
    pattern: new RegExp(
      String.raw`\b(?:throw|raise|panic!?|die|reject|fatalError|unreachable!|abort|croak|error)\b.*${NOT_IMPLEMENTED}`,
      "i",
    ),
  },
];
