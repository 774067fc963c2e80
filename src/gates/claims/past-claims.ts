// What Claude claimed in past sessions, and what their transcripts say to it. Git cannot be asked about the past: commits and
// pushes are judged by what the session itself saw.
import type { RunEntry, WorkEntry } from "../../recording/runs/session-work.ts";
import { SessionWork } from "../../recording/runs/session-work.ts";
import { clipLine } from "../../text/clip.ts";
import { type Stop, Turns } from "../../transcript/selectors/turns.ts";
import { createOutcome, streamItems } from "../../transcript/stream-items.ts";
import { readClaims } from "./read-claims.ts";
import { type WeighedClaim, weighDeed, weighTests } from "./weigh-claim.ts";

export interface PastClaim {
  file: string;
  sessionId: string;
  at: number;
  kind: "tests" | "commit" | "push";
  verdict: WeighedClaim["verdict"];
  /** The sentence. */
  text: string;
  /** What really ran. */
  commands: string[];
  /** Source files that were changed after it. */
  files: string[];
  why: string | null;
}

export interface PastRun {
  sessionId: string;
  at: number | null;
  command: string;
  failed: number | null;
}

export interface PastClaims {
  sessions: number;
  /** Messages that ended a turn. */
  messages: number;
  claims: PastClaim[];
  runs: { total: number; piped: number; red: number; hidden: number };
  /** Red runs that came back without an error. */
  hidden: PastRun[];
  /** Source was changed, nothing at all was run after it, and the message says that it is done. */
  neverRun: { sessionId: string; at: number; text: string; files: string[] }[];
  problems: { path: string; message: string }[];
}

const MAX_TEXT = 200;
const MAX_COMMAND = 160;
const MAX_FILES = 5;
const MAX_LISTED = 200;
const DONE =
  /^\W*(?:(?:all )?done|fixed|implemented|completed?|finished|all set|perfect|the (?:fix|feature|implementation|bug|issue)[\w ]{0,30} (?:is|has been|are) (?:now )?(?:done|fixed|implemented|complete|in place|resolved))\b/i;

export function emptyPastClaims(): PastClaims {
  return {
    sessions: 0,
    messages: 0,
    claims: [],
    runs: { total: 0, piped: 0, red: 0, hidden: 0 },
    hidden: [],
    neverRun: [],
    problems: [],
  };
}

/** Adds one transcript. `seen`: messages of other files, as a forked session repeats them. */
export async function addTranscript(past: PastClaims, path: string, seen: Set<string>): Promise<void> {
  let sessionId = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
  const turns = new Turns();
  const work = new SessionWork();
  const outcome = createOutcome();
  let project: string | null = null;
  let counted = 0;
  let turnFrom = 0;
  let stops = 0;
  const judge = (stop: Stop) => {
    const isCopy = seen.has(stop.key);
    seen.add(stop.key);
    const { entries } = work;
    if (!isCopy) {
      stops++;
      past.claims.push(...claimsOf(stop, entries, { file: path, sessionId, project }));
      addNeverRun(past, stop, entries.slice(turnFrom), sessionId);
      for (const entry of entries.slice(counted)) if (entry.kind === "run") addRun(past, entry, sessionId);
    }
    counted = entries.length;
    turnFrom = entries.length;
  };
  for await (const item of streamItems(path, outcome)) {
    project ??= item.cwd;
    sessionId = item.sessionId ?? sessionId;
    const stop = turns.follow(item);
    if (stop) judge(stop);
    work.follow(item);
  }
  const last = turns.end();
  if (last) judge(last);
  past.messages += stops;
  if (stops > 0) past.sessions++;
  if (outcome.problem) past.problems.push({ path, message: outcome.problem.message });
}

function claimsOf(
  stop: Stop,
  entries: readonly WorkEntry[],
  { file, sessionId, project }: { file: string; sessionId: string; project: string | null },
): PastClaim[] {
  const evidence = {
    entries,
    isWhole: true,
    isWithin: (path: string) => project !== null && path.startsWith(`${project}/`),
  };
  return readClaims(stop.message).map((claim) => {
    const weighed = claim.kind === "tests" ? weighTests(claim, evidence) : weighDeed(claim, evidence);
    const { verdict, runs, edits, why = null } = weighed;
    return {
      file,
      sessionId,
      at: stop.at,
      kind: claim.kind,
      verdict,
      text: clipLine(claim.text, MAX_TEXT),
      commands: [...new Set(runs.map(({ run }) => clipLine(run.command, MAX_COMMAND)))].slice(-MAX_FILES),
      files: [...new Set(edits.map(({ path }) => path))].slice(-MAX_FILES),
      why,
    };
  });
}

function addRun({ runs, hidden }: PastClaims, { run, at }: RunEntry, sessionId: string): void {
  runs.total++;
  runs.piped += Number(run.isPiped);
  runs.red += Number(run.state === "red");
  runs.hidden += Number(run.isHidden);
  if (run.isHidden && hidden.length < MAX_LISTED)
    hidden.push({ sessionId, at, command: clipLine(run.command, MAX_COMMAND), failed: run.failed });
}

function addNeverRun(past: PastClaims, stop: Stop, ofTurn: readonly WorkEntry[], sessionId: string): void {
  const edits = ofTurn.filter((entry) => entry.kind === "edit");
  const text = stop.message.trim();
  if (edits.length === 0 || ofTurn.some(({ kind }) => kind !== "edit") || !DONE.test(text)) return;
  if (past.neverRun.length >= MAX_LISTED) return;
  const files = [...new Set(edits.map(({ path }) => path))].slice(0, MAX_FILES);
  past.neverRun.push({ sessionId, at: stop.at, text: clipLine(text, MAX_TEXT), files });
}
