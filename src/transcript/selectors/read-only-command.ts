// Whether a shell command only looks. In doubt it does not: a change must not pass unseen.
import { splitCommand } from "./split-command.ts";

const LOOKING =
  wordsOf(`[ basename cat cd cmp column comm cut date df diff dirname du echo egrep fgrep file fold
  getconf grep head hexdump id jq less locale ls lsof md5sum more nl nproc od paste printenv printf ps pwd readlink
  realpath rev rg seq sha1sum sha256sum sleep stat strings tac tail test tr true type uname uptime wc whereis which
  whoami`);

/** Programs that look unless an argument says otherwise. */
const UNLESS = new Map([
  ["find", /^-(delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/],
  ["fd", /^(-[a-zA-Z]*[xX]|--exec)/],
  ["sort", /^(-[a-zA-Z]*o|--output)/],
  ["tree", /^-o/],
  // The second file it names is written; the first is better read by others.
  ["uniq", /^[^-]/],
]);

const GIT_LOOKING =
  wordsOf(`blame cat-file describe diff diff-tree grep log ls-files ls-remote ls-tree merge-base
  name-rev rev-list rev-parse shortlog show show-ref status whatchanged`);

/** What of these verbs only lists. Their first argument decides. */
const GIT_LISTING = new Map([
  ["config", wordsOf("--get --get-all --list -l")],
  ["remote", wordsOf("-v get-url show")],
  ["stash", wordsOf("list show")],
  ["worktree", wordsOf("list")],
]);
/** With anything else these make or remove something. */
const GIT_BARE = new Map([
  ["branch", wordsOf("-a --all -r --remotes -v -vv --list --show-current")],
  ["reflog", wordsOf("show")],
  ["remote", wordsOf("-v")],
  ["tag", wordsOf("-l --list")],
]);

const SED_OPTION = /^-[nErsu]+$/;
const SED_LOOKING = /^([\d,$;\s]*[pqd]?|\/[^/]*\/[pd]|s\/[^/]*\/[^/]*\/[gpI\d]*|s\|[^|]*\|[^|]*\|[gpI\d]*)$/;
/** Nobody looks with a longer one. */
const LONGEST = 10_000;

export function isReadOnlyCommand(command: string): boolean {
  return command.length <= LONGEST && (splitCommand(command)?.every(looksOnly) ?? false);
}

function looksOnly(words: string[]): boolean {
  const [program = "", ...args] = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  if (program === "git") return gitLooksOnly(args);
  if (program === "sed") return sedLooksOnly(args);
  const unless = UNLESS.get(program);
  return unless ? !args.some((word) => unless.test(word)) : LOOKING.has(program);
}

function gitLooksOnly(args: string[]): boolean {
  if (args.some((word) => word.startsWith("--output") || word === "-c")) return false;
  const at = args.findIndex((word, index) => !word.startsWith("-") && args[index - 1] !== "-C");
  const [verb = "", ...rest] = at === -1 ? [] : args.slice(at);
  if (GIT_LOOKING.has(verb)) return true;
  const [first] = rest;
  if (first !== undefined && GIT_LISTING.get(verb)?.has(first)) return true;
  const bare = GIT_BARE.get(verb);
  return bare !== undefined && rest.every((word) => bare.has(word));
}

/** Its scripts can write files and run programs: only the plainest pass. */
function sedLooksOnly(args: string[]): boolean {
  const at = args.findIndex((word) => !word.startsWith("-"));
  const options = args.filter((word) => word.startsWith("-"));
  return SED_LOOKING.test(args[at] ?? "e") && options.every((word) => SED_OPTION.test(word));
}

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}
