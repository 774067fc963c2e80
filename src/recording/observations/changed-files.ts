// Which files a session changed according to its calls, and whether it may have changed more. Pure.
import { clipList } from "../../text/clip.ts";
import type { SummaryObservation } from "./session-summary.ts";
import { COMMIT_SIZE, mayWriteFiles, parseUndo } from "./shell-commands.ts";

const MAX_LISTED = 4;
const MAX_LIST = 90;
/** Where the client puts the work trees of subagents: the files in them are the project's. */
const AGENT_WORKTREE = /^.*\.claude\/worktrees\/[^/]+\//;
const HIDDEN_FOLDER = /^\.[^/]+\//;
/** The output of `git rm`. */
const DELETED = /^rm '(.+)'$/gm;

/** The project's files by full name, as many as fit on a line. */
export function listFiles(all: readonly string[], max = MAX_LISTED): string {
  const files = all.filter((file) => !isOutside(file));
  const shown: string[] = [];
  for (const file of files.slice(0, max))
    if (shown.length === 0 || [...shown, file].join(", ").length <= MAX_LIST) shown.push(file);
  return clipList(files, shown.length);
}

/** Outside the project, judging by the path alone. */
export function isOutside(file: string): boolean {
  return /^(?:[/~]|[A-Za-z]:|\.\.\/)/.test(file);
}

export function changedFiles(observations: readonly SummaryObservation[]): string[] {
  const files = observations.flatMap((one) => (one.kind === "change" ? filesOf(one) : []));
  return [...new Set(files)].filter((file) => !isOutside(file));
}

function filesOf({ files }: SummaryObservation): string[] {
  return (JSON.parse(files) as string[]).map((path) => path.replace(AGENT_WORKTREE, ""));
}

/** Changed files that were not deleted or restored later; those in hidden folders come last. */
export function remainingFiles(observations: readonly SummaryObservation[]): string[] {
  const files = new Set<string>();
  const uncommitted = new Set<string>();
  for (const one of observations) {
    const { kind, subject, summary } = one;
    if (kind === "change") {
      for (const file of filesOf(one)) {
        files.add(file);
        uncommitted.add(file);
      }
    } else if (subject !== null && kind !== "failure" && kind !== "search") {
      const undo = parseUndo(`${subject}\n${summary}`);
      for (const file of undo ? files : [])
        if (undo?.removes(file) || (uncommitted.has(file) && undo?.restores(file))) files.delete(file);
      if (kind === "commit") uncommitted.clear();
    }
  }
  const isHidden = (file: string) => Number(HIDDEN_FOLDER.test(file));
  return [...files].toSorted((a, b) => isHidden(a) - isHidden(b));
}

/** True for a shell command that may have changed unknown files. */
export function mayHaveWritten({ kind, subject, summary }: SummaryObservation): boolean {
  if (subject === null || kind === "search" || kind === "change" || kind === "decision") return false;
  return mayWriteFiles(subject, summary);
}

export function deletedFiles(observations: readonly SummaryObservation[]): string[] {
  const deleted = new Set<string>();
  for (const one of observations) {
    const { kind, subject, summary } = one;
    if (kind === "change") for (const file of filesOf(one)) deleted.delete(file);
    // `--cached` does not delete the file.
    else if (kind !== "failure" && subject?.includes("git ") && !/--cached\b/.test(`${subject}\n${summary}`))
      for (const [, file = ""] of summary.matchAll(DELETED)) deleted.add(file);
  }
  return [...deleted];
}

/** How many files a commit has, according to git's output; 0 when it is not a commit, or unknown. */
export function commitSize(one: SummaryObservation | undefined): number {
  return one?.kind === "commit" ? Number(COMMIT_SIZE.exec(one.summary)?.[1] ?? 0) : 0;
}
