// A shell command into its simple commands and their words: enough to see which programs run, not to run them.

const SEPARATORS = ";|&\n";
/** How a redirection may begin. */
const REDIRECTING = "<>&0123456789";

/** Null when it writes to a file, or when what it runs is not plain to see (substitutions, here-documents, groups). */
export function splitCommand(command: string): string[][] | null {
  const parts: string[][] = [];
  let words: string[] = [];
  let word = "";
  let quoted = false;
  const endWord = () => {
    if (word !== "" || quoted) words.push(word);
    word = "";
    quoted = false;
  };
  const endPart = () => {
    endWord();
    if (words.length > 0) parts.push(words);
    words = [];
  };
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? "";
    if (character === "'" || character === '"') {
      const end = closingQuote(command, at, character);
      const inside = command.slice(at + 1, end);
      if (end === -1 || (character === '"' && (inside.includes("`") || inside.includes("$(")))) return null;
      word += inside;
      quoted = true;
      at = end;
    } else if (character === "\\") word += command[++at] ?? "";
    else if (character === "`" || character === "(" || character === "{") return null;
    else if (REDIRECTING.includes(character) && startsRedirect(command, at, word)) {
      const [redirect] = harmlessRedirect().exec(command.slice(at, at + 300)) ?? [];
      if (redirect === undefined) return null;
      endWord();
      at += redirect.length - 1;
    } else if (SEPARATORS.includes(character)) endPart();
    else if (character.trim() === "") endWord();
    else if (character === "#" && word === "" && !quoted) at = endOfLine(command, at);
    else word += character;
  }
  endPart();
  return parts;
}

function harmlessRedirect(): RegExp {
  return /^(\d?>&\d|[&\d]?>{1,2}\s*\/dev\/null(?![\w./-])|<\s*[^\s<>&|;()]+)/;
}

/** The number of `2>` belongs to it only when it is a word of its own. */
function startsRedirect(command: string, at: number, word: string): boolean {
  const character = command[at] ?? "";
  const next = command[at + 1];
  if (character === ">" || character === "<") return true;
  return next === ">" && (character === "&" || (character >= "0" && character <= "9" && word === ""));
}

function closingQuote(command: string, open: number, quote: string): number {
  for (let at = open + 1; at < command.length; at++) {
    if (command[at] === "\\" && quote === '"') at++;
    else if (command[at] === quote) return at;
  }
  return -1;
}

function endOfLine(command: string, at: number): number {
  const end = command.indexOf("\n", at);
  return end === -1 ? command.length : end - 1;
}

// Whether a shell command only reads. In doubt it does not: a change must not go unnoticed.

// Lists as texts, patterns in functions: every tool call loads this file, and few need more than a word of it.
const READ_ONLY =
  " [ basename cat cd cmp column comm cut date df diff dirname du echo egrep fgrep file fold getconf grep head hexdump id " +
  "jq less locale ls lsof md5sum more nl nproc od paste printenv printf ps pwd readlink realpath rev rg seq sha1sum " +
  "sha256sum sleep stat strings tac tail test tr true type uname uptime wc whereis which whoami ";

const GIT_READ_ONLY =
  " blame cat-file describe diff diff-tree grep log ls-files ls-remote ls-tree merge-base name-rev rev-list rev-parse " +
  "shortlog show show-ref status whatchanged ";

/** First arguments with which these verbs only list. */
const GIT_LISTING = new Map([
  ["config", " --get --get-all --list -l "],
  ["remote", " -v get-url show "],
  ["stash", " list show "],
  ["worktree", " list "],
]);

/** With any other argument these verbs create or remove something. */
const GIT_BARE = new Map([
  ["branch", " -a --all -r --remotes -v -vv --list --show-current "],
  ["reflog", " show "],
  ["remote", " -v "],
  ["tag", " -l --list "],
]);

/** A longer one hardly ever only reads. */
const MAX_COMMAND = 10_000;

export function isReadOnlyCommand(command: string): boolean {
  return command.length <= MAX_COMMAND && (splitCommand(command)?.every(isReadOnlyPart) ?? false);
}

/** Of one simple command. */
export function isReadOnlyPart(words: string[]): boolean {
  const [program = "", ...args] = withoutVariables(words);
  if (program === "git") return isReadOnlyGit(args);
  if (program === "sed") return isReadOnlySed(args);
  const writing = writingArgument(program);
  return writing ? !args.some((word) => writing.test(word)) : isOneOf(READ_ONLY, program);
}

/** Of programs that only read without it. */
function writingArgument(program: string): RegExp | null {
  switch (program) {
    case "find":
      return /^-(delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/;
    case "fd":
      return /^(-[a-zA-Z]*[xX]|--exec)/;
    case "sort":
      return /^(-[a-zA-Z]*o|--output)/;
    case "tree":
      return /^-o/;
    // It writes to the second file it is given; that it reads the first is not worth telling apart.
    case "uniq":
      return /^[^-]/;
    default:
      return null;
  }
}

/** `NAME=value` before a program is for that program. */
function withoutVariables(words: string[]): string[] {
  const first = words.findIndex((word) => !(word.includes("=") && /^\w+=/.test(word)));
  // With nothing but variables the last one passes for the program, and no program is called so.
  return words.slice(first);
}

function isReadOnlyGit(args: string[]): boolean {
  if (args.some((word) => word.startsWith("--output") || word === "-c")) return false;
  const at = args.findIndex((word, index) => !word.startsWith("-") && args[index - 1] !== "-C");
  const [verb = "", ...rest] = at === -1 ? [] : args.slice(at);
  if (isOneOf(GIT_READ_ONLY, verb) || isOneOf(GIT_LISTING.get(verb) ?? "", rest[0] ?? "")) return true;
  const bare = GIT_BARE.get(verb);
  return bare !== undefined && rest.every((word) => isOneOf(bare, word));
}

/** Its scripts can write files and run programs: only the simplest pass. */
function isReadOnlySed(args: string[]): boolean {
  const at = args.findIndex((word) => !word.startsWith("-"));
  const options = args.filter((word) => word.startsWith("-"));
  const reading = /^([\d,$;\s]*[pqd]?|\/[^/]*\/[pd]|s\/[^/]*\/[^/]*\/[gpI\d]*|s\|[^|]*\|[^|]*\|[gpI\d]*)$/;
  return reading.test(args[at] ?? "e") && options.every((word) => /^-[nErsu]+$/.test(word));
}

/** `words` are separated by blanks; a quoted word may have a blank in it. */
function isOneOf(words: string, word: string): boolean {
  return word !== "" && !word.includes(" ") && words.includes(` ${word} `);
}
