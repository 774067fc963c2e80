// One transcript under one or two policies: read once, a piece at a time.

import { redactItems } from "../../memory/inbox/redact-items.ts";
import { projectDirOf } from "../../recording/ingest/find-project.ts";
import type { Cursor } from "../../transcript/cursor.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { readSince } from "../../transcript/read-since.ts";
import { createJudge, type Judge, type JudgedStop } from "./judge-stop.ts";
import type { Policy } from "./policy.ts";
import { createTriageReplay, type ShownCandidate, triageKey } from "./replay-triage.ts";
import { createSessionState, type SessionState } from "./session-state.ts";
import { createTurns, opensBudget, type Stop } from "./turns.ts";

export interface ReplayedFile {
  path: string;
  sessionId: string;
}

export interface Setting {
  policies: Policy[];
  home: string;
}

export interface ReplayedStop {
  key: string;
  at: number;
  heldThen: boolean;
  /** A loop with a verify command was on. */
  underVerify: boolean;
  /** One a policy. */
  judged: JudgedStop[];
}

export interface SessionReplay {
  sessionId: string;
  path: string;
  project: string | null;
  prompts: number;
  stops: ReplayedStop[];
  unfinished: number;
  /** Edits whose notes are missing. */
  unnoted: number;
  /** One list a policy. */
  candidates: ShownCandidate[][];
  candidatesCut: number;
  damagedLines: number;
  /** Why nothing was taken of it. */
  leftOut: "foreign" | "subagent" | "empty" | null;
  problem: string | null;
}

const PIECE = 2 * 1024 * 1024;
const SPEAKING = new Set<TranscriptItem["kind"]>(["prompt", "slash-command", "assistant-text", "tool-call"]);

/** `progress` is told how many bytes were read since the last time. */
export async function replaySession(
  file: ReplayedFile,
  setting: Setting,
  progress: (bytes: number) => void,
): Promise<SessionReplay> {
  const replay = emptyReplay(file);
  let session: Session | null = null;
  let cursor: Cursor | null = null;
  let hasSidechain = false;
  for (;;) {
    const read = await readSince(file.path, cursor, { maxBytes: PIECE });
    progress(Math.max(0, read.cursor.offset - (cursor?.offset ?? 0)));
    replay.damagedLines += read.report.damagedLines;
    if (read.problem || read.restarted)
      return { ...replay, problem: read.problem?.message ?? "it was rewritten while it was read" };
    if (cursor === null && read.foreign) return { ...replay, leftOut: "foreign" };
    hasSidechain ||= read.items.some(({ sidechain }) => sidechain);
    if (session === null && read.items.some(isSpeaking)) {
      replay.project = projectDirOf(file.path, read.items);
      session = startSession(replay, setting);
    }
    session?.follow(read.items);
    if (!read.more) break;
    cursor = read.cursor;
  }
  if (session === null) return { ...replay, leftOut: hasSidechain ? "subagent" : "empty" };
  session.end();
  return replay;
}

interface Session {
  follow(items: readonly TranscriptItem[]): void;
  end(): void;
}

function startSession(replay: SessionReplay, { policies, home }: Setting): Session {
  const turns = createTurns();
  const state = createSessionState(replay.project);
  const judges = policies.map(createJudge);
  const about = { sessionId: replay.sessionId, project: replay.project, home };
  const byKey = new Map(policies.map((policy) => [triageKey(policy), createTriageReplay(policy, about)]));
  const triages = [...byKey.values()];
  const triageOf = policies.map((policy) => byKey.get(triageKey(policy)));

  const asks = triages.some(({ atStops }) => atStops);
  /** Since the last stop. */
  let fresh: TranscriptItem[] = [];

  function take(stop: Stop | null): void {
    if (!stop) return;
    lookAtFresh();
    const found = triageOf.map((triage) => (triage?.atStops ? triage.candidates() : []));
    replay.stops.push(judgeStop(stop, state, judges, found));
  }

  function lookAtFresh(): void {
    if (fresh.length === 0) return;
    const clean = redactItems(fresh);
    for (const triage of triages) if (triage.atStops) triage.follow(clean);
    fresh = [];
  }

  return {
    follow(items) {
      for (const item of items) {
        take(turns.follow(item));
        if (opensBudget(item)) replay.prompts++;
        state.follow(item);
        if (asks) fresh.push(item);
      }
      lookAtFresh();
      const others = triages.filter(({ atStops, isOn }) => isOn && !atStops);
      const clean = others.length > 0 ? redactItems(items) : [];
      for (const triage of others) triage.follow(clean);
    },
    end() {
      take(turns.end());
      replay.unfinished = turns.unfinished();
      replay.unnoted = state.unnoted();
      replay.candidates = triageOf.map((triage) => triage?.candidates() ?? []);
      replay.candidatesCut = Math.max(...triages.map((triage) => triage.cut()));
    },
  };
}

function judgeStop(
  stop: Stop,
  state: SessionState,
  judges: readonly Judge[],
  found: readonly ShownCandidate[][],
): ReplayedStop {
  const known = state.factsAt(stop);
  return {
    key: stop.key,
    at: stop.at,
    heldThen: stop.heldThen,
    underVerify: known.loop?.hasVerify === true,
    judged: judges.map((judge, index) => judge.judge(known, found[index] ?? [])),
  };
}

function isSpeaking({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && SPEAKING.has(kind);
}

export function emptyReplay({ path, sessionId }: ReplayedFile): SessionReplay {
  return {
    sessionId,
    path,
    project: null,
    prompts: 0,
    stops: [],
    unfinished: 0,
    unnoted: 0,
    candidates: [],
    candidatesCut: 0,
    damagedLines: 0,
    leftOut: null,
    problem: null,
  };
}
