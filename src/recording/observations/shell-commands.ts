// Interprets shell commands: a command's subject, whether two are similar, and which files or commits it may change or undo.
import { isReadOnlyPart, splitCommand } from "../../transcript/selectors/shell-command.ts";

const MAX_SUBJECT = 300;

/** Builds a pattern on first use: a stop that loads this file examines few commands or none. */
export function lazily(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A pattern for `git` and its options up to the verb. */
export const GIT = String.raw`\bgit(?:\s+-[cC]\s+\S+|\s+-(?![cC]\s)[\w-]+(?:=\S+)?)*\s+`;
/** Printed by git after a commit. */
export const COMMIT_SIZE = /^[ \t]*(\d+) files? changed\b.*$/m;
/** Without a `git reset` that only unstages files. */
const movesHistoryPattern = lazily(
  () =>
    new RegExp(
      `${GIT}(?:(?:commit|rebase|cherry-pick|revert|merge|pull|am|filter-branch|filter-repo|update-ref)(?=\\s|$)|` +
        String.raw`reset\s[^;&|\n]*?(?:--(?:soft|hard|mixed|keep|merge)|(?:HEAD|@)[~^@{]|\b[0-9a-f]{7,40}\b|\borigin\/))`,
    ),
);
const upToDatePattern = () => /\balready up to date\b|^Current branch .* is up to date/im;
const movedPattern = () => /^(?:Successfully rebased|Fast-forward|Merge made by|HEAD is now at)/m;
const removesPattern = lazily(
  () =>
    new RegExp(
      String.raw`(?:^|[;&|(\n])[ \t]*(?:sudo\s+)?(?:${GIT})?(?:rm|unlink|trash|mv)\s([^;&|\n]+)`,
      "g",
    ),
);
const restoresPattern = lazily(
  () => new RegExp(`${GIT}(?:checkout|restore(?!\\s+(?:--staged|-S)\\s))\\s([^;&|\\n]+)`, "g"),
);
const cleansPattern = lazily(() => new RegExp(`${GIT}(?:reset\\s[^;&|\\n]*--hard|clean\\s+-)`));
const editsPattern = lazily(
  () =>
    new RegExp(
      String.raw`\b(?:sed\s+(?:-\w+\s+)*-\w*i|perl\s+-\w*i|patch\s+-|cat\s*>>?\s*(?!/(?:tmp|dev)/)\S+\s*<<)|${GIT}(?:apply|stash\s+(?:pop|apply)|checkout\s+\S*\s*--\s)`,
    ),
);
/** Also at the start of a line; a subject joins lines. */
const writesPattern = () =>
  /(?:^|[;&|(]|\b(?:then|do|else|xargs|sudo)\b)[ \t]*(?:cp|mv|rm|ln|touch|tee|unzip|tar|patch|rsync|dd|install|truncate)\s+[^\s|;&]|\b(?:sed|perl)\s+(?:-\w+\s+)*-\w*i/m;
const toTemporaryPattern = () => /(?:\d|&)?>{1,2}\s*\/tmp\/[\w./-]+/g;
const hereDocumentPattern = () => /(?:"\$\(cat )?<<-?\s*['"]?(\w+)['"]?[\s\S]*?\s\1(?:\s*\)"|(?=\s|$))/g;
/** The message of a commit or pull request, cut off in the subject. */
const cutMessagePattern = () => /(\bgit\s[^"'<]*?\bcommit\b|\bgh\s+(?:pr|issue|api)\b)[^"'<]*["'<][\s\S]*$/;
/** Programs that change no file of the project, in addition to those that only read. */
const HARMLESS =
  ": alias done export false fi for gh glab kill lsof mkdir nvm open pgrep pkill popd pushd set sleep source ulimit unset wait".split(
    " ",
  );
const gitHarmlessPattern = () =>
  /^(?:add|branch|checkout|commit|config|fetch|merge|pull|push|rebase|remote|reset|restore|stash|switch|tag)$/;
const fetchesPattern = () => /^(?:checkout|clone|download|sync)$/;
const runnersPattern = () =>
  /^(?:npm|npx|pnpm|yarn|bun|bunx|deno|node|go|cargo|make|just|task|mise|uv|uvx|poetry|python3?|dotnet|mvn|mvnw|gradle|gradlew|swift|tox|nox|pytest|jest|vitest|mocha|rspec|phpunit|ctest|tsc|eslint|biome|ruff|mypy|ty|pyright|golangci-lint|playwright|gofmt|goimports|prettier)$/;
const checksPattern = () =>
  /^(?:tests?|check|lint|typecheck|type-check|tsc|vet|clippy|build|verify|ci|pytest|unittest|jest|vitest|mocha|rspec|phpunit|ctest|tox|nox|eslint|biome|ruff|mypy|ty|pyright|golangci-lint|playwright|gofmt|goimports|prettier|version|--version|-v)(?:[:-]\S*)?$/;
const writingOptionPattern = () =>
  /^(?:--?fix\S*|--write|-w|-u|--update\S*|-[ce]|--eval|--output\S*|-o|format|fmt|i|install|add|remove|uninstall|update|upgrade|init|create|\S*:(?:fix|write|update))$/;
const temporaryPattern = () => /^\/(?:private\/)?(?:tmp|var)\//;

/** The command without its folder, environment, variables and output filters: the same for a failure and its fix. */
export function commandSubject(command: string): string {
  return withoutFilters(withoutFolder(command).replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, ""));
}

/** Like `commandSubject`, with variables, which may change the result. */
export function subjectWithVariables(command: string): string {
  return withoutFilters(withoutFolder(command));
}

function withoutFolder(command: string): string {
  return (
    command
      .trim()
      .replace(/^(?:#[^\n]*\n\s*)+/, "")
      // The patterns below are slow on thousands of blanks.
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^\(([^()]*)\)$/, "$1")
      .replace(/^(?:source|\.)\s+\S*activate\s*(?:&&|;)\s*/, "")
      .replace(/^(?:cd\s+(?:"[^"]*"|'[^']*'|(?:\\.|[^\s\\])+)\s*(?:&&|;)\s*)+/, "")
  );
}

function withoutFilters(command: string): string {
  let rest = command.replace(/ ?(?:2>&1|2> ?\/dev\/null)/g, "");
  for (let pipe = rest.lastIndexOf("|"); pipe >= 0; pipe = rest.lastIndexOf("|")) {
    if (!/^ ?(?:tail|head|cat|tee|less|grep)\b[^;&]*$/.test(rest.slice(pipe + 1))) break;
    rest = rest.slice(0, pipe).trimEnd();
  }
  return rest
    .replace(/ ?(?:;|&&) ?echo\b[^;&|]*$/, "")
    .trim()
    .slice(0, MAX_SUBJECT);
}

/** Whether HEAD may have moved, judging by the command and its output. */
export function mayMoveHistory(text: string): boolean {
  return movesHistoryPattern().test(text) && (movedPattern().test(text) || !upToDatePattern().test(text));
}

/** Whether files may have changed, judging by the command and its output. */
export function mayEditFiles(text: string): boolean {
  if (editsPattern().test(text)) return true;
  return !/\bcommit\b/.test(movesHistoryPattern().exec(text)?.[0] ?? "commit") && mayMoveHistory(text);
}

/** Whether the command may have written, moved or deleted files of the project; true when uncertain. */
export function mayWriteFiles(subject: string, summary: string): boolean {
  if (writesPattern().test(summary)) return true;
  const whole = restoreLines(subject, summary)
    .replace(hereDocumentPattern(), '""')
    .replace(toTemporaryPattern(), "");
  const isCut = subject.length >= MAX_SUBJECT;
  const bare = isCut ? whole.replace(cutMessagePattern(), "$1") : whole;
  if (isCut && bare.length >= MAX_SUBJECT) return true;
  return !(splitCommand(bare)?.every(isHarmless) ?? false);
}

/** A subject joins the lines of a script; restores the line breaks if the summary has them. */
function restoreLines(subject: string, summary: string): string {
  if (!summary.includes("\n")) return subject;
  const words = subject.split(" ").map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const [lines] = new RegExp(words.join("(?:\\s+2>&1|\\s+2>\\s*/dev/null)?\\s+")).exec(summary) ?? [];
  return lines ?? subject;
}

function isHarmless(words: string[]): boolean {
  if (/^(?:do|then|else|if|while|time|command|!)$/.test(words[0] ?? "")) return isHarmless(words.slice(1));
  const own = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  const [path = "", ...args] = own;
  const program = path.replace(/^.*\//, "");
  if (/^\w+=/.test(path) || isReadOnlyPart(words)) return true;
  if (program === "git") return gitHarmlessPattern().test(gitVerb(args));
  if (program === "gh" || program === "glab") return !args.some((word) => fetchesPattern().test(word));
  if (HARMLESS.includes(program)) return true;
  return (
    runnersPattern().test(program) &&
    own.some((word) => checksPattern().test(word)) &&
    !args.some((word) => writingOptionPattern().test(word))
  );
}

function gitVerb(args: readonly string[]): string {
  return args.find((word, n) => !word.startsWith("-") && !/^-[cC]$/.test(args[n - 1] ?? "")) ?? "";
}

/** The changes that a command undoes. */
export interface Undo {
  /** Whether it deletes or moves the file. */
  removes: (file: string) => boolean;
  /** Whether it discards uncommitted changes of the file. */
  restores: (file: string) => boolean;
}

export function parseUndo(command: string): Undo | null {
  const removed = argumentsOf(command, removesPattern());
  const restored = argumentsOf(command, restoresPattern());
  const isClean = cleansPattern().test(command) || restored.includes(".");
  if (!isClean && removed.length === 0 && restored.length === 0) return null;
  return {
    removes: (file) => removed.some((path) => isSamePath(path, file)),
    restores: (file) => isClean || restored.some((path) => isSamePath(path, file)),
  };
}

/** Such as after correcting a typo or adding an argument. */
export function isSimilarText(one: string, other: string): boolean {
  const first = new Set(one.split(/[\s/=]+/).filter(Boolean));
  const second = new Set(other.split(/[\s/=]+/).filter(Boolean));
  const both = [...first].filter((word) => second.has(word)).length;
  return both > 0 && both / Math.max(first.size, second.size) >= 0.6;
}

function argumentsOf(command: string, pattern: RegExp): string[] {
  const lists = [...command.matchAll(pattern)].map(([, list = ""]) => list);
  return lists.flatMap((list) => list.split(/\s+/)).map((word) => word.replace(/^['"]|['"]$/g, ""));
}

/** `path` may be absolute, relative to an unknown folder, a folder or a pattern; `file` is relative to the project. */
function isSamePath(path: string, file: string): boolean {
  const bare = path.replace(/^\.\//, "").replace(/\/+$/, "");
  if (bare === "" || bare.startsWith("-") || temporaryPattern().test(bare)) return false;
  if (bare.includes("*")) {
    const parts = bare.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`(?:^|/)${parts.join("[^/]*")}(?:/|$)`).test(file);
  }
  return (
    bare === file || bare.endsWith(`/${file}`) || file.endsWith(`/${bare}`) || file.startsWith(`${bare}/`)
  );
}
