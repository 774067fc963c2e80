// Judges a claim about tests by what the session is known to have done. Pure. Where somebody else may have the proof, the verdict is
// `unknown`: silence is better than a false line.
import type {
  ActivityEntry,
  EditEntry,
  RecentActivity,
  RunEntry,
} from "../../recording/runs/session-activity.ts";
import type { Claim } from "./read-claims.ts";

/**
 * - red: the last run failed
 * - part: "all tests", and since the last change only some ran
 * - stale: a source file was changed after the last run
 * - none: no run at all
 * - not-done: no commit, or no push
 */
export type Contradiction = "red" | "part" | "stale" | "none" | "not-done";

export interface JudgedClaim {
  claim: Claim;
  /** `backed`: there is proof. `unknown`: the evidence is not enough. */
  verdict: "backed" | "unknown" | Contradiction;
  /** The last run, or those since the last change. */
  runs: RunEntry[];
  /** The source files that were changed after it. */
  edits: EditEntry[];
  /** Why it is unknown. */
  why?: string;
}

export interface ClaimEvidence extends Pick<RecentActivity, "entries" | "isWhole"> {
  /** Whether a run in this folder tests the file. */
  isWithin(path: string, dir: string | null): boolean;
}

const TEST_FILE = /(?:^|\/)(?:tests?|__tests__|specs?)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]+$/i;

export function judgeTestClaim(claim: Claim, evidence: ClaimEvidence): JudgedClaim {
  const { entries, isWhole, isWithin } = evidence;
  const unknown = (why: string): JudgedClaim => ({ claim, verdict: "unknown", runs: [], edits: [], why });
  const turnAt = entries.findLastIndex(({ kind }) => kind === "turn");
  // What the person did counts in its own turn only.
  const isUnseen = (entry: ActivityEntry, at: number) =>
    entry.kind === "unseen" && (entry.who !== "person" || at > turnAt);
  const lastAt = entries.findLastIndex(({ kind }) => kind === "run");
  const last = entries[lastAt];
  const unseenAt = entries.findLastIndex(isUnseen);
  const unseen = unseenAt > lastAt ? entries[unseenAt] : undefined;
  const why = `after the last run: ${unseen?.kind === "unseen" ? unseen.who : ""}`;
  const since = entries.slice(lastAt + 1);
  if (last?.kind !== "run") {
    if (unseen) return unknown(why);
    if (!isWhole) return unknown("the session's beginning was not read");
    const edits = entries.filter((entry) => entry.kind === "edit");
    return edits.length === 0 ? unknown("nothing was changed") : { claim, verdict: "none", runs: [], edits };
  }
  const runs = [last];
  if (last.run.state === "unknown") return unknown("the last run does not say how it ended");
  if (isOtherKind(claim, last)) return unknown("the last run is of another kind");
  if (claim.command !== null && !last.run.command.includes(claim.command))
    return unknown("the last run is of another command");
  if (last.run.state === "red") {
    if (unseen) return unknown(why);
    return claim.isScoped || isOfGreenRun(claim, entries) || restoresGreen(entries, lastAt)
      ? unknown("the last run may be another one")
      : { claim, verdict: "red", runs, edits: [] };
  }
  const edits = since.filter((entry) => entry.kind === "edit").filter(({ path }) => isWithin(path, last.dir));
  // Whatever ran before the last change proves nothing about it.
  const lastEdit = edits.at(-1);
  if (unseen && (lastEdit === undefined || entries.indexOf(lastEdit) < unseenAt)) return unknown(why);
  if (edits.length > 0)
    return claim.isScoped ? unknown("it names its tests") : { claim, verdict: "stale", runs, edits };
  return judgeScope(claim, entries, last);
}

/** "Unit tests pass" says nothing about a run of other tests. */
function isOtherKind({ text }: Claim, { run }: RunEntry): boolean {
  return /\bunit\b/i.test(text) && /e2e|integration/i.test(run.command);
}

/** Judges "all tests" by how much ran since the last change. */
function judgeScope(claim: Claim, entries: readonly ActivityEntry[], last: RunEntry): JudgedClaim {
  const backed: JudgedClaim = { claim, verdict: "backed", runs: [last], edits: [] };
  if (!claim.isAll || claim.isScoped) return backed;
  const changedAt = entries.findLastIndex(
    (entry) => entry.kind === "unseen" || (entry.kind === "edit" && !TEST_FILE.test(entry.path)),
  );
  const runs = entries.slice(changedAt + 1).filter((entry) => entry.kind === "run");
  if (!runs.every(isNarrow) || isOfGreenRun(claim, runs)) return backed;
  // If only tests were written, the claim means those.
  if (changedAt === -1) return { ...backed, verdict: "unknown", why: "no source was changed" };
  // Whoever made the change may also have run the tests.
  if (entries[changedAt]?.kind === "unseen") return { ...backed, verdict: "unknown", why: "work nobody saw" };
  return { ...backed, verdict: "part", runs };
}

/** A folder may contain all tests of the project. */
function isNarrow({ run }: RunEntry): boolean {
  return run.scope === "file" || run.scope === "name";
}

/** The claim gives the number of tests of a green run, or of several together. */
function isOfGreenRun({ count }: Claim, entries: readonly ActivityEntry[]): boolean {
  if (count === null) return false;
  const passed = entries.flatMap((entry) =>
    entry.kind === "run" && entry.run.state === "green" ? (entry.run.passed ?? []) : [],
  );
  return passed.includes(count) || passed.reduce((sum, one) => sum + one, 0) === count;
}

/** The code was broken on purpose to see a test fail, then restored. */
function restoresGreen(entries: readonly ActivityEntry[], lastAt: number): boolean {
  const wasGreen = entries
    .slice(0, lastAt)
    .some((entry) => entry.kind === "run" && entry.run.state === "green");
  return wasGreen && entries.slice(lastAt + 1).some(({ kind }) => kind === "edit");
}
