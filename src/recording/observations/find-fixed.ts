// Which earlier failures a call has put right.
import { isSimilarCommand } from "./command-subject.ts";
import type { Observation } from "./observation.ts";
import { isTestCommand } from "./shell-commands.ts";

export interface OpenFailure {
  id: number;
  subject: string | null;
  title: string;
  summary: string;
  /** How many calls have come since. */
  distance: number;
}

/** A command put right at once, in other words, comes within so many calls. */
const NEAR = 6;

export function findFixed(observation: Observation, open: readonly OpenFailure[]): OpenFailure[] {
  const { subject, kind } = observation;
  if (subject === null || !canFix(observation)) return [];
  return open.filter((failure) => {
    if (failure.subject === null) return false;
    if (failure.subject === subject) return true;
    if (kind === "test" && isTestCommand(failure.subject)) return isSimilarCommand(failure.subject, subject);
    return failure.distance <= NEAR && isSimilarCommand(failure.subject, subject);
  });
}

export function canFix({ subject, kind }: Observation): boolean {
  return subject !== null && kind !== "failure" && kind !== "search";
}

/** The call becomes the fix: what failed, and what was changed in between. */
export function describeFix(
  observation: Observation,
  fixed: readonly OpenFailure[],
  changedFiles: readonly string[],
): Observation {
  const first = fixed[0];
  if (!first) return observation;
  const why = first.summary.split("\n").filter(Boolean).slice(-3).join("\n");
  const changed = changedFiles.length > 0 ? [`Changed in between: ${changedFiles.join(", ")}`] : [];
  const files = [...new Set([...observation.files, ...changedFiles])];
  const isCommit = observation.kind === "commit";
  return {
    ...observation,
    // A commit that a hook refused at first is a commit all the same.
    kind: isCommit ? "commit" : "fix",
    title: isCommit ? observation.title : `Fixed: ${observation.title}`.slice(0, 160),
    summary: [`Before: ${first.title}`, why, ...changed, observation.summary].filter(Boolean).join("\n"),
    files,
  };
}
