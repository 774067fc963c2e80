// Whether a shell command only looks. In doubt it does not: a change must not pass unseen.
import { splitCommand } from "./split-command.ts";

// Lists as texts, patterns in functions: every tool call of a session loads this file, few use more than a word of it.
const LOOKING =
  " [ basename cat cd cmp column comm cut date df diff dirname du echo egrep fgrep file fold getconf grep head hexdump id " +
  "jq less locale ls lsof md5sum more nl nproc od paste printenv printf ps pwd readlink realpath rev rg seq sha1sum " +
  "sha256sum sleep stat strings tac tail test tr true type uname uptime wc whereis which whoami ";

/** Programs that look unless an argument says otherwise. */
const LOOKING_UNLESS = " find fd sort tree uniq ";

const GIT_LOOKING =
  " blame cat-file describe diff diff-tree grep log ls-files ls-remote ls-tree merge-base name-rev rev-list rev-parse " +
  "shortlog show show-ref status whatchanged ";

/** Nobody looks with a longer one. */
const LONGEST = 10_000;

export function isReadOnlyCommand(command: string): boolean {
  return command.length <= LONGEST && (splitCommand(command)?.every(looksOnly) ?? false);
}

function looksOnly(words: string[]): boolean {
  const own = withoutVariables(words);
  const program = own[0] ?? "";
  const isListed = isOneOf(LOOKING_UNLESS, program);
  if (!isListed && program !== "git" && program !== "sed") return isOneOf(LOOKING, program);
  const args = own.slice(1);
  if (!isListed) return program === "git" ? gitLooksOnly(args) : sedLooksOnly(args);
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
    // `uniq`: the second file it names is written; the first is better read by others.
    default:
      return /^[^-]/;
  }
}

/** `NAME=value` before a program is for that program. */
function withoutVariables(words: string[]): string[] {
  let first = 0;
  while (first < words.length && isVariable(words[first] ?? "")) first++;
  if (first === 0) return words;
  // Of nothing but variables the last is taken for the program, which none is.
  return first < words.length ? words.slice(first) : words.slice(-1);
}

function isVariable(word: string): boolean {
  return word.includes("=") && startsWithName(word);
}

function startsWithName(word: string): boolean {
  return /^\w+=/.test(word);
}

function gitLooksOnly(args: string[]): boolean {
  if (args.some((word) => word.startsWith("--output") || word === "-c")) return false;
  const at = args.findIndex((word, index) => !word.startsWith("-") && args[index - 1] !== "-C");
  const [verb = "", ...rest] = at === -1 ? [] : args.slice(at);
  if (isOneOf(GIT_LOOKING, verb)) return true;
  const [first] = rest;
  if (first !== undefined && isOneOf(listingArgument(verb), first)) return true;
  const bare = bareArguments(verb);
  return bare !== "" && rest.every((word) => isOneOf(bare, word));
}

/** What of these verbs only lists. Their first argument decides. */
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

/** With anything else these make or remove something. */
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

/** Its scripts can write files and run programs: only the plainest pass. */
function sedLooksOnly(args: string[]): boolean {
  const at = args.findIndex((word) => !word.startsWith("-"));
  const options = args.filter((word) => word.startsWith("-"));
  const looking = /^([\d,$;\s]*[pqd]?|\/[^/]*\/[pd]|s\/[^/]*\/[^/]*\/[gpI\d]*|s\|[^|]*\|[^|]*\|[gpI\d]*)$/;
  return looking.test(args[at] ?? "e") && options.every((word) => /^-[nErsu]+$/.test(word));
}

/** Words between blanks; one that was in quotes may have a blank in it. */
function isOneOf(words: string, word: string): boolean {
  return word !== "" && !word.includes(" ") && words.includes(` ${word} `);
}
