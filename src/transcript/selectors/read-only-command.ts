// Whether a shell command only reads. In doubt it does not: a change must not go unnoticed.
import { splitCommand } from "./split-command.ts";

// Lists as texts, patterns in functions: every tool call loads this file, and few need more than a word of it.
const READ_ONLY =
  " [ basename cat cd cmp column comm cut date df diff dirname du echo egrep fgrep file fold getconf grep head hexdump id " +
  "jq less locale ls lsof md5sum more nl nproc od paste printenv printf ps pwd readlink realpath rev rg seq sha1sum " +
  "sha256sum sleep stat strings tac tail test tr true type uname uptime wc whereis which whoami ";

/** Programs that only read unless an argument says otherwise. */
const READ_ONLY_UNLESS = " find fd sort tree uniq ";

const GIT_READ_ONLY =
  " blame cat-file describe diff diff-tree grep log ls-files ls-remote ls-tree merge-base name-rev rev-list rev-parse " +
  "shortlog show show-ref status whatchanged ";

/** A longer one hardly ever only reads. */
const MAX_COMMAND = 10_000;

export function isReadOnlyCommand(command: string): boolean {
  return command.length <= MAX_COMMAND && (splitCommand(command)?.every(isReadOnlyPart) ?? false);
}

/** Of one simple command. */
export function isReadOnlyPart(words: string[]): boolean {
  const own = withoutVariables(words);
  const program = own[0] ?? "";
  const isListed = isOneOf(READ_ONLY_UNLESS, program);
  if (!isListed && program !== "git" && program !== "sed") return isOneOf(READ_ONLY, program);
  const args = own.slice(1);
  if (!isListed) return program === "git" ? isReadOnlyGit(args) : isReadOnlySed(args);
  const unless = writingArgument(program);
  return !args.some((word) => unless.test(word));
}

function writingArgument(program: string): RegExp {
  switch (program) {
    case "find":
      return /^-(delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/;
    case "fd":
      return /^(-[a-zA-Z]*[xX]|--exec)/;
    case "sort":
      return /^(-[a-zA-Z]*o|--output)/;
    case "tree":
      return /^-o/;
    // `uniq` writes to the second file it is given; that it reads the first is not worth telling apart.
    default:
      return /^[^-]/;
  }
}

/** `NAME=value` before a program is for that program. */
function withoutVariables(words: string[]): string[] {
  let first = 0;
  while (first < words.length && isVariable(words[first] ?? "")) first++;
  if (first === 0) return words;
  // With nothing but variables the last one passes for the program, and no program is called so.
  return first < words.length ? words.slice(first) : words.slice(-1);
}

function isVariable(word: string): boolean {
  return word.includes("=") && startsWithName(word);
}

function startsWithName(word: string): boolean {
  return /^\w+=/.test(word);
}

function isReadOnlyGit(args: string[]): boolean {
  if (args.some((word) => word.startsWith("--output") || word === "-c")) return false;
  const at = args.findIndex((word, index) => !word.startsWith("-") && args[index - 1] !== "-C");
  const [verb = "", ...rest] = at === -1 ? [] : args.slice(at);
  if (isOneOf(GIT_READ_ONLY, verb)) return true;
  const [first] = rest;
  if (first !== undefined && isOneOf(listingArgument(verb), first)) return true;
  const bare = bareArguments(verb);
  return bare !== "" && rest.every((word) => isOneOf(bare, word));
}

/** First arguments with which these verbs only list. */
function listingArgument(verb: string): string {
  switch (verb) {
    case "config":
      return " --get --get-all --list -l ";
    case "remote":
      return " -v get-url show ";
    case "stash":
      return " list show ";
    case "worktree":
      return " list ";
    default:
      return "";
  }
}

/** With any other argument these verbs create or remove something. */
function bareArguments(verb: string): string {
  switch (verb) {
    case "branch":
      return " -a --all -r --remotes -v -vv --list --show-current ";
    case "reflog":
      return " show ";
    case "remote":
      return " -v ";
    case "tag":
      return " -l --list ";
    default:
      return "";
  }
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
