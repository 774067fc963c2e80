// Counts what one policy would have decided, session by session, in memory that does not grow with the stops.
import { CATEGORIES, type Category } from "../../memory/memory.ts";
import type { Policy } from "./policy.ts";
import type { ReplayedStop, SessionReplay } from "./replay-session.ts";
import type { JudgedStop } from "./replay-stop.ts";
import type {
  CandidateExample,
  GateCount,
  PolicyReport,
  ShownFinding,
  Spread,
  StopExample,
} from "./report.ts";

interface SessionNumbers {
  held: number;
  advice: number;
  candidates: number;
}

export interface PolicyCount {
  /** `stops` and `candidates` without those of earlier sessions that it is a copy of. */
  add(
    session: SessionReplay,
    stops: readonly ReplayedStop[],
    candidates: SessionReplay["candidates"][number],
  ): SessionNumbers;
  report(): PolicyReport;
}

const MAX_STOPS = 1000;
const MAX_CANDIDATES = 1000;

/** `index` is the policy's position in the replays. */
export function countPolicy(policy: Policy, index: number): PolicyCount {
  const verdicts: PolicyReport["verdicts"] = {};
  const held = new Map<string, RunningCount>();
  const advised = new Map<string, RunningCount>();
  const byCategory = Object.fromEntries(CATEGORIES.map((one) => [one, 0])) as Record<Category, number>;
  const numbers: SessionNumbers[] = [];
  let openStops: StopExample[] = [];
  let top: CandidateExample[] = [];

  return {
    add(session, stops, candidates) {
      const { sessionId, project } = session;
      let advice = 0;
      let holds = 0;
      for (const stop of stops) {
        const judged = stop.judged[index] as JudgedStop;
        verdicts[judged.verdict] = (verdicts[judged.verdict] ?? 0) + 1;
        advice += judged.advice.length;
        countEach(advised, judged.advice, sessionId);
        if (judged.open.length === 0) continue;
        openStops.push({ sessionId, project, at: stop.at, verdict: judged.verdict, findings: judged.open });
        if (judged.verdict !== "blocked") continue;
        holds++;
        countEach(held, judged.open, sessionId);
      }
      for (const one of candidates) {
        byCategory[one.category]++;
        top.push({ ...one, sessionId, project });
      }
      openStops = keepTop(openStops, MAX_STOPS, (a, b) => b.at - a.at);
      top = keepTop(top, MAX_CANDIDATES, (a, b) => b.score - a.score);
      const own = { held: holds, advice, candidates: candidates.length };
      numbers.push(own);
      return own;
    },
    report: () => ({
      name: policy.name,
      verdicts,
      held: toCounts(held),
      advised: toCounts(advised),
      triageMode: policy.triage.enabled ? policy.triage.mode : "off",
      candidates: byCategory,
      noise: {
        held: spreadOf(numbers.map((one) => one.held)),
        advice: spreadOf(numbers.map((one) => one.advice)),
        candidates: spreadOf(numbers.map((one) => one.candidates)),
      },
      openStops: openStops.toSorted((a, b) => b.at - a.at),
      topCandidates: top.toSorted((a, b) => b.score - a.score),
    }),
  };
}

interface RunningCount extends Omit<GateCount, "sessions"> {
  lastSession: string;
  sessions: number;
}

/** A stop counts once for each gate and code. */
function countEach(
  counts: Map<string, RunningCount>,
  findings: readonly ShownFinding[],
  sessionId: string,
): void {
  for (const { gate, code, rules } of findings) {
    const key = `${gate} ${code}`;
    const count = counts.get(key) ?? { gate, code, stops: 0, sessions: 0, rules: {}, lastSession: "" };
    counts.set(key, count);
    count.stops++;
    if (count.lastSession !== sessionId) count.sessions++;
    count.lastSession = sessionId;
    for (const rule of rules) count.rules[rule] = (count.rules[rule] ?? 0) + 1;
  }
}

function toCounts(counts: ReadonlyMap<string, RunningCount>): GateCount[] {
  return [...counts.values()]
    .map(({ lastSession: _, ...count }) => count)
    .toSorted((a, b) => b.stops - a.stops || (a.gate < b.gate ? -1 : 1));
}

/** Sorts only when there are twice as many as wanted, not after each one. */
function keepTop<T>(all: T[], max: number, order: (a: T, b: T) => number): T[] {
  return all.length <= 2 * max ? all : all.toSorted(order).slice(0, max);
}

function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) return { mean: 0, median: 0, most: 0 };
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean: Math.round(mean * 100) / 100, median, most: sorted.at(-1) ?? 0 };
}
