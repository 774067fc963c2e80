// Interprets shell commands: a command's subject, and which files or commits it may change or undo.

const MAX_SUBJECT = 300;

/** A pattern for `git` and its options up to the verb. */
export const GIT = String.raw`\bgit(?:\s+-[cC]\s+\S+|\s+-(?![cC]\s)[\w-]+(?:=\S+)?)*\s+`;
const movesHistoryPattern = () =>
  new RegExp(
    `${GIT}(?:commit|rebase|cherry-pick|revert|merge|pull|reset|am|filter-branch|filter-repo|update-ref)(?=\\s|$)`,
  );
const START = String.raw`(?:^|[;&|(\n])[ \t]*(?:sudo\s+)?`;
/** The arguments, unless the command only unstages files. */
const ARGUMENTS = String.raw`(?![^;&|\n]*\s(?:--staged|-S)\b)\s([^;&|\n]+)`;
/** A single word without a dot or slash is a branch. */
const BRANCH = String.raw`\s+-[bB]\b|(?:\s+-\w+)*\s+[\w-]+\s*(?:[;&|)\n]|$)`;
const removesPattern = () => new RegExp(`${START}(?:${GIT})?(?:rm|unlink|trash|mv)${ARGUMENTS}`, "g");
const restoresPattern = () => new RegExp(`${START}${GIT}(?:restore|checkout(?!${BRANCH}))${ARGUMENTS}`, "g");
const resetsPattern = () => new RegExp(`${START}${GIT}reset\\s[^;&|\\n]*--hard`);
const cleansPattern = () => new RegExp(`${START}${GIT}clean\\s`);
const cleanedPattern = () => /^Removing (.+)$/gm;
const temporaryPattern = () => /^\/(?:private\/)?(?:tmp|var)\//;

/** The command without its folder, environment, variables and output filters: the same for a failure and its fix. */
export function commandSubject(command: string): string {
  return withoutFilters(withoutFolder(command).replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|[^\s(`]*)\s+)+/, ""));
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
  return movesHistoryPattern().test(text);
}

/** Whether several commits may have become one. */
export function maySquash(text: string): boolean {
  return new RegExp(`${GIT}(?:rebase|reset)(?=\\s|$)`).test(text);
}

/** Whether the command discards all uncommitted changes. */
export function discardsChanges(command: string): boolean {
  return resetsPattern().test(command) || restoredPaths(command).includes(".");
}

/** The files and folders that a command deletes or moves, judging by the command and its output. */
export function removedPaths(text: string): string[] {
  const removed = pathsIn(text, removesPattern());
  return cleansPattern().test(text) ? [...removed, ...pathsIn(text, cleanedPattern())] : removed;
}

/** The files and folders whose uncommitted changes a command discards. */
export function restoredPaths(command: string): string[] {
  return pathsIn(command, restoresPattern());
}

function pathsIn(text: string, pattern: RegExp): string[] {
  const words = [...text.matchAll(pattern)].flatMap(([, list = ""]) => list.split(/\s+/));
  return words
    .map((word) => word.replace(/^['"]?(?:\.\/)?|\/*['"]?$/g, ""))
    .filter((word) => word !== "" && !temporaryPattern().test(word));
}
