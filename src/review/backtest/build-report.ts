// Adds sessions up. A forked session begins with a copy of another: its stops and candidates count where they come first.
import { countPolicy } from "./count-policy.ts";
import type { Policy } from "./policy.ts";
import type { ReplayedStop, SessionReplay } from "./replay-session.ts";
import type { BacktestReport, Difference, SessionCount } from "./report.ts";
import { unknownOf } from "./unknowns.ts";

export interface Tally {
  add(replay: SessionReplay): void;
  report(read: { files: number; bytes: number; agentFiles: number }): BacktestReport;
}

const MAX_SESSIONS = 5000;

export function createTally(policies: readonly Policy[]): Tally {
  const seenStops = new Set<number | bigint>();
  const seenCandidates = policies.map(() => new Set<number | bigint>());
  const counts = policies.map(countPolicy);
  const [first, second] = policies;
  const difference = first && second ? countDifference([first.name, second.name]) : null;
  const leftOut = { subagent: 0, foreign: 0, empty: 0 };
  const problems: BacktestReport["problems"] = [];
  const total = { sessions: 0, prompts: 0, stops: 0, heldThen: 0, turnsWithoutStop: 0, damagedLines: 0 };
  const doubts = { underVerify: 0, unnoted: 0, candidatesCut: 0 };
  let perSession: SessionCount[] = [];
  let from: number | null = null;
  let to: number | null = null;

  function isNew(seen: Set<number | bigint>, key: string): boolean {
    const hash = Bun.hash(key);
    if (seen.has(hash)) return false;
    seen.add(hash);
    return true;
  }

  return {
    add(replay) {
      const { sessionId, path, project } = replay;
      total.damagedLines += replay.damagedLines;
      if (replay.problem !== null) problems.push({ path, message: replay.problem });
      else if (replay.leftOut !== null) leftOut[replay.leftOut]++;
      if (replay.problem !== null || replay.leftOut !== null) return;
      const stops = replay.stops.filter(({ key }) => isNew(seenStops, key));
      const candidates = replay.candidates.map((list, index) => {
        const seen = seenCandidates[index] ?? new Set();
        return list.filter(({ fingerprint }) => isNew(seen, `${project}\n${fingerprint}`));
      });
      for (const { at, heldThen, underVerify } of stops) {
        from = at > 0 ? Math.min(from ?? at, at) : from;
        to = at > 0 ? Math.max(to ?? at, at) : to;
        total.heldThen += Number(heldThen);
        doubts.underVerify += Number(underVerify);
      }
      total.sessions++;
      total.prompts += replay.prompts;
      total.stops += stops.length;
      total.turnsWithoutStop += replay.unfinished;
      doubts.unnoted += replay.unnoted;
      doubts.candidatesCut += replay.candidatesCut;
      const numbers = counts.map((count, index) => count.add(replay, stops, candidates[index] ?? []));
      difference?.add(replay, stops, candidates);
      perSession.push({
        sessionId,
        project,
        stops: stops.length,
        held: numbers.map(({ held }) => held),
        advice: numbers.map(({ advice }) => advice),
        candidates: numbers.map((one) => one.candidates),
      });
      if (perSession.length > 2 * MAX_SESSIONS) perSession = noisiest(perSession);
    },
    report: ({ files, bytes, agentFiles }) => ({
      files,
      bytes,
      ...total,
      from,
      to,
      policies: counts.map((count) => count.report()),
      difference: difference?.report() ?? null,
      perSession: noisiest(perSession),
      leftOut: { ...leftOut, subagent: leftOut.subagent + agentFiles },
      problems,
      unknown: unknownOf(doubts, policies),
    }),
  };
}

function noisiest(sessions: readonly SessionCount[]): SessionCount[] {
  return sessions.toSorted((a, b) => noiseOf(b) - noiseOf(a)).slice(0, MAX_SESSIONS);
}

function noiseOf({ held, advice, candidates }: SessionCount): number {
  return [...held, ...advice, ...candidates].reduce((sum, value) => sum + value, 0);
}

export interface DifferenceCount {
  add(
    session: SessionReplay,
    stops: readonly ReplayedStop[],
    candidates: readonly (readonly { fingerprint: string }[])[],
  ): void;
  report(): Difference;
}

const MAX_STOPS = 1000;

export function countDifference(names: readonly [string, string]): DifferenceCount {
  const difference: Difference = {
    heldByBoth: 0,
    heldByFirst: 0,
    heldBySecond: 0,
    candidatesOfFirst: 0,
    candidatesOfSecond: 0,
    stops: [],
  };
  return {
    add({ sessionId, project }, stops, [first = [], second = []]) {
      for (const { at, judged } of stops) {
        const [one, other] = judged.map(({ verdict }) => verdict === "blocked");
        if (one && other) difference.heldByBoth++;
        if (one === other) continue;
        const at1 = one ? 0 : 1;
        if (one) difference.heldByFirst++;
        else difference.heldBySecond++;
        const findings = judged[at1]?.open ?? [];
        if (difference.stops.length < MAX_STOPS)
          difference.stops.push({ sessionId, project, at, verdict: "blocked", findings, heldBy: names[at1] });
      }
      difference.candidatesOfFirst += countMissing(first, second);
      difference.candidatesOfSecond += countMissing(second, first);
    },
    report: () => difference,
  };
}

function countMissing(
  here: readonly { fingerprint: string }[],
  there: readonly { fingerprint: string }[],
): number {
  const known = new Set(there.map(({ fingerprint }) => fingerprint));
  return here.filter(({ fingerprint }) => !known.has(fingerprint)).length;
}
