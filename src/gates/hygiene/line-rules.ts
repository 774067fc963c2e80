// Rules that one added line is enough for.

import { isTestPath, mayPrint } from "./file-rules.ts";
import type { Weight } from "./find-leftovers.ts";

export interface LineRule {
  id: string;
  weight: Weight;
  what: string;
  /** Names of languages; absent: all of them. */
  languages?: readonly string[];
  /** "code" has its strings blanked, "quoted" has not. */
  in: "code" | "quoted" | "comment";
  pattern: RegExp;
  where?: (path: string) => boolean;
  /** What makes such a line all right, from the line and the one above it. */
  unless?: (at: RuleLine) => boolean;
}

export interface RuleLine {
  /** Without comments, quotes and all. */
  quoted: string;
  comment: string;
  above: string;
}

/** A line for whoever runs the program, not for whoever wrote it: a text of several words. */
export function isMessage({ quoted }: Pick<RuleLine, "quoted">): boolean {
  const [, , text = ""] =
    /\bconsole\s*\.\s*(?:log|debug)\s*\(\s*(["'`])((?:\\.|(?!\1).)*)/.exec(quoted) ?? [];
  const words = text.replaceAll(/\$\{[^}]*\}?/g, " x ").match(/\p{L}+/gu) ?? [];
  return (
    words.length >= 2 && !/\b(?:debug\w*|here|xxx|wtf|asdf|todo|test\d*)\b|[=>*#-]{3,}|!{2,}/i.test(text)
  );
}

/** A reason in words: beside it, above it, or as its argument. */
function hasReason({ quoted, comment, above }: RuleLine): boolean {
  const isSaid = (text: string) => (text.match(/\p{L}{2,}/gu) ?? []).length >= 2;
  if (isSaid(comment) || (/^\s*(?:\/\/|#(?!\[)|\/?\*|--)/.test(above) && isSaid(above))) return true;
  const [, argument = ""] = ARGUMENT.exec(quoted) ?? [];
  return isSaid(argument);
}

const ARGUMENT =
  /(?:skip\w*|ignore|disabled|pending)\s*[(=:]?\s*(?:reason\s*=\s*)?(?:\w+\s*,\s*)?f?["'`]([^"'`]*)/i;

/** Of JavaScript's runners the first text is the test's name; a condition there is a reason. */
function isExcusedInJs(at: RuleLine): boolean {
  const isConditional = /\.(?:skip|todo)\s*\(\s*[^"'`\s)]/.test(at.quoted);
  return isConditional || hasReason({ ...at, quoted: "" });
}

const JS = ["javascript"];
const RUNNER = String.raw`\b(?:describe|it|test|suite|context|specify|bench|fixture)`;
const NOT_IMPLEMENTED = String.raw`["'\`](?:\w+[ :]){0,4}?not (?:yet )?implemented\b`;

export const LINE_RULES: readonly LineRule[] = [
  {
    id: "debugger",
    weight: "block",
    what: "a debugger statement",
    languages: JS,
    in: "code",
    pattern: /(?:^|[;{})])\s*debugger\s*(?:;|\}|$)/,
  },
  {
    id: "debugger",
    weight: "block",
    what: "a breakpoint",
    languages: ["python"],
    in: "code",
    pattern:
      /(?:^|[;:])\s*(?:breakpoint\(|import\s+(?:pdb|ipdb|pudb)\b|from\s+(?:pdb|ipdb|pudb)\s+import\b|i?pdb\.set_trace\(|pudb\.set_trace\()/,
  },
  {
    id: "debugger",
    weight: "block",
    what: "a breakpoint",
    languages: ["ruby"],
    in: "code",
    pattern: /(?:^|[;{|])\s*(?:binding\.(?:pry|irb|break)\b|byebug\b|debugger\b)(?!\s*=)/,
  },
  {
    id: "debugger",
    weight: "block",
    what: "a breakpoint",
    languages: ["elixir", "php", "go", "csharp"],
    in: "code",
    pattern: /\b(?:IEx\.pry\b|xdebug_break\(|runtime\.Breakpoint\(|Debugger\.Break\()/,
  },
  {
    id: "focused-test",
    weight: "block",
    what: "a focused test: the others do not run",
    languages: JS,
    in: "code",
    pattern: new RegExp(String.raw`${RUNNER}(?:\.\w+)*\.only\s*(?:[(.\`]|$)`),
  },
  {
    id: "focused-test",
    weight: "block",
    what: "a focused test: the others do not run",
    languages: ["javascript", "ruby"],
    in: "code",
    pattern: /(?:^|[;{])\s*(?:fdescribe|fcontext|fit|fspecify)[\s(]|,\s*(?::focus\b|focus:\s*true)/,
    where: isTestPath,
  },
  {
    id: "print",
    weight: "once",
    what: "debug output",
    languages: JS,
    in: "code",
    pattern: /\bconsole\s*\.\s*(?:log|debug)\s*\(/,
    where: (path) => !mayPrint(path),
    unless: isMessage,
  },
  {
    id: "print",
    weight: "once",
    what: "debug output",
    languages: ["rust", "php", "elixir"],
    in: "code",
    pattern: /\bdbg!\s*\(|(?:^|[;{]\s*|\s)(?:var_dump|dd)\s*\(|\bIO\.inspect\(/,
    where: (path) => !mayPrint(path),
  },
  {
    id: "skipped-test",
    weight: "once",
    what: "a skipped test",
    languages: JS,
    in: "code",
    pattern: new RegExp(
      String.raw`${RUNNER}(?:\.\w+)*\.(?:skip|todo)\s*(?:[(.\`]|$)|(?:^|[;{])\s*(?:xdescribe|xit|xtest|xcontext)\s*\(`,
    ),
    unless: isExcusedInJs,
  },
  {
    id: "skipped-test",
    weight: "once",
    what: "a skipped test",
    languages: ["python"],
    in: "code",
    pattern: /@pytest\.mark\.skip\b(?!if)|@(?:unittest\.)?skip\(|^\s*pytest\.skip\(|\bself\.skipTest\(/,
    unless: hasReason,
  },
  {
    id: "skipped-test",
    weight: "once",
    what: "a skipped test",
    languages: ["ruby", "go", "rust", "jvm", "csharp", "elixir"],
    in: "code",
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
  {
    id: "placeholder",
    weight: "once",
    what: "code that is not written yet",
    languages: ["python"],
    in: "code",
    pattern: /\braise\s+NotImplementedError\b/,
  },
  {
    id: "placeholder",
    weight: "once",
    what: "code that is not written yet",
    languages: ["rust"],
    in: "code",
    pattern: /\b(?:todo|unimplemented)!\s*\(/,
  },
  {
    id: "placeholder",
    weight: "once",
    what: "code that is not written yet",
    languages: ["csharp", "ruby", "jvm"],
    in: "code",
    pattern: /\b(?:throw new|raise)\s+NotImplemented(?:Exception|Error)\b|^\s*TODO\(\s*["')]/,
  },
  {
    id: "placeholder",
    weight: "once",
    what: "code that is not written yet",
    in: "quoted",
    pattern: new RegExp(
      String.raw`\b(?:throw|raise|panic!?|die|reject|fatalError|unreachable!|abort|croak|error)\b.*${NOT_IMPLEMENTED}`,
      "i",
    ),
  },
];
