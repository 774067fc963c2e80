// Splits a shell command into its simple commands and their words: enough to see which programs run, not to run them.

const SEPARATORS = ";|&\n";
/** The characters that may begin a redirection. */
const REDIRECT_STARTS = "<>&0123456789";

/** Begins and continues a word. A digit may begin a redirection. */
const plainRun = () => /[\w./:=,@%+~^?*[\]!$-]+/y;

/** null when it writes to a file, or when it is not obvious what it runs (substitutions, here-documents, groups). */
export function splitCommand(command: string): string[][] | null {
  const parts: string[][] = [];
  let words: string[] = [];
  let word = "";
  let quoted = false;
  const plain = plainRun();
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
    else if (REDIRECT_STARTS.includes(character) && startsRedirect(command, at, word)) {
      const [redirect] = harmlessRedirect().exec(command.slice(at, at + 300)) ?? [];
      if (redirect === undefined) return null;
      endWord();
      at += redirect.length - 1;
    } else if (SEPARATORS.includes(character)) endPart();
    else if (character.trim() === "") endWord();
    else if (character === "#" && word === "" && !quoted) at = endOfLine(command, at);
    else {
      plain.lastIndex = at;
      const run = plain.exec(command)?.[0] ?? character;
      word += run;
      at += run.length - 1;
    }
  }
  endPart();
  return parts;
}

function harmlessRedirect(): RegExp {
  return /^(\d?>&\d|[&\d]?>{1,2}\s*\/dev\/null(?![\w./-])|<\s*[^\s<>&|;()]+)/;
}

/** The digit in `2>` belongs to the redirection only if it is a separate word. */
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

// Whether a shell command only reads. False in doubt: a change must not go unnoticed.

// Lists are strings and patterns are in functions, because every tool call loads this file and uses little of it.
const READ_ONLY =
  " [ basename cat cd cmp column comm cut date df diff dirname du echo egrep fgrep file fold getconf grep head hexdump id " +
  "jq less locale ls lsof md5sum more nl nproc od paste printenv printf ps pwd readlink realpath rev rg seq sha1sum " +
  "sha256sum sleep stat strings tac tail test tr true type uname uptime wc whereis which whoami ";

const GIT_READ_ONLY =
  " blame cat-file describe diff diff-tree grep log ls-files ls-remote ls-tree merge-base name-rev rev-list rev-parse " +
  "shortlog show show-ref status whatchanged ";

/** These verbs only list with one of these first arguments. */
const GIT_LISTING = new Map([
  ["config", " --get --get-all --list -l "],
  ["remote", " -v get-url show "],
  ["stash", " list show "],
  ["worktree", " list "],
]);

/** These verbs only list if they have no other arguments. */
const GIT_BARE = new Map([
  ["branch", " -a --all -r --remotes -v -vv --list --show-current "],
  ["reflog", " show "],
  ["remote", " -v "],
  ["tag", " -l --list "],
]);

/** A longer command hardly ever only reads. */
const MAX_COMMAND_LENGTH = 10_000;

/** The last command asked about: recording a call asks several times. */
let last = { command: "", isReadOnly: true };

export function isReadOnlyCommand(command: string): boolean {
  if (command.length > MAX_COMMAND_LENGTH) return false;
  if (command !== last.command)
    last = { command, isReadOnly: splitCommand(command)?.every(isReadOnlyPart) ?? false };
  return last.isReadOnly;
}

/** `words`: of one simple command. */
function isReadOnlyPart(words: string[]): boolean {
  const [program = "", ...args] = withoutVariables(words);
  if (program === "git") return isReadOnlyGit(args);
  if (program === "sed") return isReadOnlySed(args);
  const writing = writingArgument(program);
  return writing ? !args.some((word) => writing.test(word)) : isOneOf(READ_ONLY, program);
}

/** The arguments that make a reading program write; null for other programs. */
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
    // Writes to its second file. Any file argument counts, for simplicity.
    case "uniq":
      return /^[^-]/;
    default:
      return null;
  }
}

/** Without leading `NAME=value` words. */
function withoutVariables(words: string[]): string[] {
  const first = words.findIndex((word) => !(word.includes("=") && /^\w+=/.test(word)));
  // With only variables, the last one is taken for the program, which matches none.
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

/** Scripts of sed can write files and run programs: only the simplest ones pass. */
function isReadOnlySed(args: string[]): boolean {
  const at = args.findIndex((word) => !word.startsWith("-"));
  const options = args.filter((word) => word.startsWith("-"));
  const reading = /^([\d,$;\s]*[pqd]?|\/[^/]*\/[pd]|s\/[^/]*\/[^/]*\/[gpI\d]*|s\|[^|]*\|[^|]*\|[gpI\d]*)$/;
  return reading.test(args[at] ?? "e") && options.every((word) => /^-[nErsu]+$/.test(word));
}

/** `words`: separated by spaces. A quoted `word` may contain a space. */
function isOneOf(words: string, word: string): boolean {
  return word !== "" && !word.includes(" ") && words.includes(` ${word} `);
}
