// Which files a session changed with tools that edit files. Pure.
import { clipList } from "../../text/clip.ts";
import type { SummaryObservation } from "./session-summary.ts";
import { discardsChanges, removedPaths, restoredPaths } from "./shell-commands.ts";

const MAX_LISTED = 4;
const MAX_LIST = 90;
/** Where the client puts the work trees of subagents: the files in them are the project's. */
const AGENT_WORKTREE = /^.*\.claude\/worktrees\/[^/]+\//;
const HIDDEN_FOLDER = /^\.[^/]+\//;

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

/** Changed files that no command deleted, moved or restored later; those in hidden folders come last. */
export function remainingFiles(observations: readonly SummaryObservation[]): string[] {
  const files = new Set<string>();
  const uncommitted = new Set<string>();
  for (const one of observations) {
    const { kind, subject, summary } = one;
    if (kind === "change")
      for (const file of filesOf(one)) {
        files.add(file);
        uncommitted.add(file);
      }
    else if (subject !== null && kind !== "search" && kind !== "failure") {
      const command = `${subject}\n${summary}`;
      const removed = removedPaths(command);
      const restored = restoredPaths(command);
      const isDiscarded = discardsChanges(command);
      for (const file of files) {
        const isIn = (paths: readonly string[]) => paths.some((path) => isSamePath(path, file));
        if (isIn(removed) || (uncommitted.has(file) && (isDiscarded || isIn(restored)))) files.delete(file);
      }
      if (kind === "commit") uncommitted.clear();
    }
  }
  const isHidden = (file: string) => Number(HIDDEN_FOLDER.test(file));
  return [...files].toSorted((a, b) => isHidden(a) - isHidden(b));
}

/** `path` may be absolute, relative to an unknown folder, a folder or a pattern; `file` is relative to the project. */
function isSamePath(path: string, file: string): boolean {
  if (path.includes("*")) return new Bun.Glob(`{,**/}${path}`).match(file);
  return (
    path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`) || file.startsWith(`${path}/`)
  );
}
