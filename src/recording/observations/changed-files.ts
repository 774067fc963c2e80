// Which files a session changed, as far as its calls say, and whether it may have been more. Pure.
import { clipList } from "../../text/clip.ts";
import type { SummaryObservation } from "./session-summary.ts";
import { COMMIT_SIZE, mayWriteFiles, parseUndo } from "./shell-commands.ts";

const MAX_LISTED = 4;
const MAX_LIST = 90;
/** Where the client puts the work trees of subagents: the files in them are the project's. */
const AGENT_WORKTREE = /^.*\.claude\/worktrees\/[^/]+\//;
const HIDDEN_FOLDER = /^\.[^/]+\//;
/** As `git rm` prints it. */
const DELETED = /^rm '(.+)'$/gm;

/** The project's files by their whole names, as many as fit into a line. */
export function listFiles(all: readonly string[], max = MAX_LISTED): string {
  const files = all.filter((file) => !isOutside(file));
  const shown: string[] = [];
  for (const file of files.slice(0, max))
    if (shown.length === 0 || [...shown, file].join(", ").length <= MAX_LIST) shown.push(file);
  return clipList(files, shown.length);
}

/** Outside of the project, as far as a path says. */
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

/** Changed, and not deleted or restored after it. Those in folders of tools last. */
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

/** By a shell command, which does not say what. */
export function mayHaveWritten({ kind, subject, summary }: SummaryObservation): boolean {
  if (subject === null || kind === "search" || kind === "change" || kind === "decision") return false;
  return mayWriteFiles(subject, summary);
}

export function deletedFiles(observations: readonly SummaryObservation[]): string[] {
  const deleted = new Set<string>();
  for (const one of observations) {
    const { kind, subject, summary } = one;
    if (kind === "change") for (const file of filesOf(one)) deleted.delete(file);
    // `--cached` leaves the file where it is.
    else if (kind !== "failure" && subject?.includes("git ") && !/--cached\b/.test(`${subject}\n${summary}`))
      for (const [, file = ""] of summary.matchAll(DELETED)) deleted.add(file);
  }
  return [...deleted];
}

/** How many files a commit has, by what git printed; 0 when it is none, or did not say. */
export function commitSize(one: SummaryObservation | undefined): number {
  return one?.kind === "commit" ? Number(COMMIT_SIZE.exec(one.summary)?.[1] ?? 0) : 0;
}
