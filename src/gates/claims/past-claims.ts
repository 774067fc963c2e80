// Weighs what Claude claimed in past sessions by their transcripts. Git does not show its past state, so commits and pushes are
// judged by the output the session saw.
import type { RunEntry, WorkEntry } from "../../recording/runs/session-work.ts";
import { SessionWork } from "../../recording/runs/session-work.ts";
import { clipLine } from "../../text/clip.ts";
import { createOutcome, streamItems } from "../../transcript/read-since.ts";
import { type PastStop, Turns } from "../../transcript/selectors/turns.ts";
import { OtherWork, type WeighedOther } from "./other-work.ts";
import { type Claim, readClaims } from "./read-claims.ts";
import { type OtherClaim, readOtherClaims } from "./read-other-claims.ts";
import { type WeighedClaim, weighDeed, weighTests } from "./weigh-claim.ts";

export interface PastClaim {
  file: string;
  sessionId: string;
  at: number;
  /** Those of `OtherClaim` are weighed only here, never at a stop. */
  kind: Claim["kind"] | OtherClaim["kind"];
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
  problems: { path: string; message: string }[];
}

const MAX_TEXT = 200;
const MAX_COMMAND = 160;
const MAX_FILES = 5;
const MAX_LISTED = 200;

export function emptyPastClaims(): PastClaims {
  return {
    sessions: 0,
    messages: 0,
    claims: [],
    runs: { total: 0, piped: 0, red: 0, hidden: 0 },
    hidden: [],
    problems: [],
  };
}

/** Adds one transcript. `seen`: messages of other files, as a forked session repeats them. */
export async function addTranscript(past: PastClaims, path: string, seen: Set<string>): Promise<void> {
  let sessionId = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
  const turns = new Turns();
  const work = new SessionWork();
  const others = new OtherWork();
  const outcome = createOutcome();
  let project: string | null = null;
  let counted = 0;
  let turnFrom = 0;
  let stops = 0;
  const judge = (stop: PastStop) => {
    const isCopy = seen.has(stop.key);
    seen.add(stop.key);
    const { entries } = work;
    if (!isCopy) {
      stops++;
      const about = { file: path, sessionId, project, at: stop.at };
      past.claims.push(...claimsOf(stop.message, entries, about));
      for (const claim of readOtherClaims(stop.message)) {
        const weighed = others.weigh(claim, entries, entries.slice(turnFrom));
        if (weighed) past.claims.push(toPastClaim(claim, weighed, about));
      }
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
    others.follow(item);
  }
  const last = turns.end();
  if (last) judge(last);
  past.messages += stops;
  if (stops > 0) past.sessions++;
  if (outcome.problem) past.problems.push({ path, message: outcome.problem.message });
}

type About = Pick<PastClaim, "file" | "sessionId" | "at"> & { project: string | null };

function claimsOf(message: string, entries: readonly WorkEntry[], about: About): PastClaim[] {
  const { project } = about;
  const evidence = {
    entries,
    isWhole: true,
    isWithin: (path: string) => project !== null && path.startsWith(`${project}/`),
  };
  return readClaims(message).map((claim) => {
    const weighed = claim.kind === "tests" ? weighTests(claim, evidence) : weighDeed(claim, evidence);
    const { verdict, runs, edits, why = null } = weighed;
    const commands = runs.map(({ run }) => run.command);
    return toPastClaim(claim, { verdict, commands, files: edits.map(({ path }) => path), why }, about);
  });
}

function toPastClaim(
  { kind, text }: Pick<PastClaim, "kind" | "text">,
  { verdict, commands, files, why }: WeighedOther,
  { file, sessionId, at }: About,
): PastClaim {
  return {
    ...{ file, sessionId, at, kind, verdict, why },
    text: clipLine(text, MAX_TEXT),
    commands: [...new Set(commands.map((command) => clipLine(command, MAX_COMMAND)))].slice(-MAX_FILES),
    files: [...new Set(files)].slice(-MAX_FILES),
  };
}

function addRun({ runs, hidden }: PastClaims, { run, at }: RunEntry, sessionId: string): void {
  runs.total++;
  runs.piped += Number(run.isPiped);
  runs.red += Number(run.state === "red");
  runs.hidden += Number(run.isHidden);
  if (run.isHidden && hidden.length < MAX_LISTED)
    hidden.push({ sessionId, at, command: clipLine(run.command, MAX_COMMAND), failed: run.failed });
}
