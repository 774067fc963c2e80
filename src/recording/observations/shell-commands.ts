// Interprets shell commands: a command's subject, and which files or commits it may change or undo.

const MAX_SUBJECT = 300;

/** A pattern for `git` and its options up to the verb. */
export const GIT = String.raw`\bgit(?:\s+-[cC]\s+\S+|\s+-(?![cC]\s)[\w-]+(?:=\S+)?)*\s+`;
const movesHistoryPattern = () =>
  new RegExp(
    `${GIT}(?:commit|rebase|cherry-pick|revert|merge|pull|reset|am|filter-branch|filter-repo|update-ref)(?=\\s|$)`,
  );
const removesPattern = () =>
  new RegExp(
    String.raw`(?:^|[;&|(\n])[ \t]*(?:sudo\s+)?(?:${GIT})?(?:rm|unlink|trash|mv|checkout|restore)\s([^;&|\n]+)`,
    "g",
  );

const discardsPattern = () =>
  new RegExp(
    String.raw`(?:^|[;&|(\n])[ \t]*${GIT}(?:reset\s[^;&|\n]*--hard|(?:checkout|restore)\s(?!--staged\b|-S\b)(?:[^;&|\n]*\s)?\.(?=[\s;&|)]|$))`,
  );

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
  return discardsPattern().test(command);
}

/** The files and folders that a command deletes, moves or restores. */
export function removedPaths(command: string): string[] {
  const lists = [...command.matchAll(removesPattern())].map(([, list = ""]) => list);
  const words = lists.flatMap((list) => list.split(/\s+/)).map((word) => word.replace(/^['"]|['"]$/g, ""));
  return words.map((word) => word.replace(/^\.\//, "").replace(/\/+$/, "")).filter((word) => word !== "");
}
