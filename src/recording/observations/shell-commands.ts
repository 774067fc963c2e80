// Shell commands compared: what a command is about, which repeats another one, and which may undo what was done before.

const MAX_SUBJECT = 300;
const GIT = String.raw`\bgit(?:\s+-[cC]\s+\S+|\s+-(?![cC]\s)[\w-]+(?:=\S+)?)*\s+`;
/** Not a `git reset` that only takes files out of the index. */
const MOVES_HISTORY = new RegExp(
  `${GIT}(?:(?:commit|rebase|cherry-pick|revert|merge|pull|am|filter-branch|filter-repo|update-ref)(?=\\s|$)|` +
    String.raw`reset\s[^;&|\n]*?(?:--(?:soft|hard|mixed|keep|merge)|(?:HEAD|@)[~^@{]|\b[0-9a-f]{7,40}\b|\borigin\/))`,
);
const UP_TO_DATE = /\balready up to date\b|^Current branch .* is up to date/im;
const MOVED = /^(?:Successfully rebased|Fast-forward|Merge made by|HEAD is now at)/m;
const REMOVES = new RegExp(
  String.raw`(?:^|[;&|(\n])[ \t]*(?:sudo\s+)?(?:${GIT})?(?:rm|unlink|trash|mv)\s([^;&|\n]+)`,
  "g",
);
const RESTORES = new RegExp(`${GIT}(?:checkout|restore(?!\\s+(?:--staged|-S)\\s))\\s([^;&|\\n]+)`, "g");
const CLEANS = new RegExp(`${GIT}(?:reset\\s[^;&|\\n]*--hard|clean\\s+-)`);
const EDITS = new RegExp(
  String.raw`\b(?:sed\s+(?:-\w+\s+)*-\w*i|perl\s+-\w*i|patch\s+-|cat\s*>>?\s*(?!/(?:tmp|dev)/)\S+\s*<<)|${GIT}(?:apply|stash\s+(?:pop|apply)|checkout\s+\S*\s*--\s)`,
);
const TEMPORARY = /^\/(?:private\/)?(?:tmp|var)\//;

/** The command without its folder, environment, variables and output filters: the same for a failure and its fix. */
export function commandSubject(command: string): string {
  const bare = command
    .trim()
    .replace(/^\(([^()]*)\)$/, "$1")
    .replace(/^(?:source|\.)\s+\S*activate\s*(?:&&|;)\s*/, "")
    .replace(/^(?:cd\s+(?:"[^"]*"|'[^']*'|\S+)\s*(?:&&|;)\s*)+/, "")
    .replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, "")
    .replace(/(?:\s*(?:2>&1|2>\s*\/dev\/null))/g, "")
    .replace(/\s*(?:\|\s*(?:tail|head|cat|tee|less|grep)\b[^|;&]*)+$/, "")
    .replace(/\s*(?:;|&&)\s*echo\b[^;&|]*$/, "");
  return bare.replace(/\s+/g, " ").trim().slice(0, MAX_SUBJECT);
}

/** By the command and what it printed: whether the newest commit may be another one now. */
export function mayMoveHistory(text: string): boolean {
  return MOVES_HISTORY.test(text) && (MOVED.test(text) || !UP_TO_DATE.test(text));
}

/** By the command and what it printed: whether files may have other contents now. */
export function mayEditFiles(text: string): boolean {
  if (EDITS.test(text)) return true;
  return !/\bcommit\b/.test(MOVES_HISTORY.exec(text)?.[0] ?? "commit") && mayMoveHistory(text);
}

/** What a command takes back of earlier changes; null for most commands. */
export interface Undo {
  /** It deletes the file, or moves it away. */
  removes: (file: string) => boolean;
  /** It takes back what was changed in the file and not committed. */
  restores: (file: string) => boolean;
}

export function parseUndo(command: string): Undo | null {
  const removed = argumentsOf(command, REMOVES);
  const restored = argumentsOf(command, RESTORES);
  const isClean = CLEANS.test(command) || restored.includes(".");
  if (!isClean && removed.length === 0 && restored.length === 0) return null;
  return {
    removes: (file) => removed.some((path) => isSamePath(path, file)),
    restores: (file) => isClean || restored.some((path) => isSamePath(path, file)),
  };
}

/** Such as with a typo corrected, or an argument added. */
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

/** `path` may be absolute, below a folder that is not known, a folder or a pattern; `file` is below the project. */
function isSamePath(path: string, file: string): boolean {
  const bare = path.replace(/^\.\//, "").replace(/\/+$/, "");
  if (bare === "" || bare.startsWith("-") || TEMPORARY.test(bare)) return false;
  if (bare.includes("*")) {
    const parts = bare.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`(?:^|/)${parts.join("[^/]*")}(?:/|$)`).test(file);
  }
  return (
    bare === file || bare.endsWith(`/${file}`) || file.endsWith(`/${bare}`) || file.startsWith(`${bare}/`)
  );
}
