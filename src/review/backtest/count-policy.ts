// Counts what one policy would have decided, session by session. Memory use does not grow with the number of stops.
import { CATEGORIES, type Category } from "../../memory/memory.ts";
import type { Candidate } from "../../memory/triage/candidate.ts";
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

const MAX_STOPS = 1000;
const MAX_CANDIDATES = 1000;

export class PolicyCount {
  readonly #policy: Policy;
  readonly #index: number;
  readonly #verdicts: PolicyReport["verdicts"] = {};
  readonly #held = new Map<string, GateCount>();
  readonly #advised = new Map<string, GateCount>();
  readonly #candidates = Object.fromEntries(CATEGORIES.map((one) => [one, 0])) as Record<Category, number>;
  readonly #numbers: SessionNumbers[] = [];
  #openStops: StopExample[] = [];
  #topCandidates: CandidateExample[] = [];

  /** `index` is the policy's position in the replays. */
  constructor(policy: Policy, index: number) {
    this.#policy = policy;
    this.#index = index;
  }

  /** `stops` and `candidates` exclude those copied from earlier sessions. */
  add(
    { sessionId, project }: SessionReplay,
    stops: readonly ReplayedStop[],
    candidates: readonly Candidate[],
  ): void {
    const numbers = { held: 0, advice: 0, candidates: candidates.length };
    for (const { at, judged: all } of stops) {
      const { verdict, advice, open } = all[this.#index] as JudgedStop;
      this.#verdicts[verdict] = (this.#verdicts[verdict] ?? 0) + 1;
      numbers.advice += advice.length;
      countEach(this.#advised, advice);
      if (open.length > 0) this.#openStops.push({ sessionId, project, at, verdict, findings: open });
      if (open.length === 0 || verdict !== "blocked") continue;
      numbers.held++;
      countEach(this.#held, open);
    }
    for (const candidate of candidates) {
      this.#candidates[candidate.category]++;
      this.#topCandidates.push({ ...candidate, sessionId, project });
    }
    this.#openStops = keepTop(this.#openStops, MAX_STOPS, (a, b) => b.at - a.at);
    this.#topCandidates = keepTop(this.#topCandidates, MAX_CANDIDATES, (a, b) => b.score - a.score);
    this.#numbers.push(numbers);
  }

  report(): PolicyReport {
    const spread = (key: keyof SessionNumbers) => spreadOf(this.#numbers.map((numbers) => numbers[key]));
    return {
      name: this.#policy.name,
      verdicts: this.#verdicts,
      held: toCounts(this.#held),
      advised: toCounts(this.#advised),
      candidates: this.#candidates,
      noise: { held: spread("held"), advice: spread("advice"), candidates: spread("candidates") },
      openStops: this.#openStops.toSorted((a, b) => b.at - a.at),
      topCandidates: this.#topCandidates.toSorted((a, b) => b.score - a.score),
    };
  }
}

/** Counts a stop once for each gate and code. */
function countEach(counts: Map<string, GateCount>, findings: readonly ShownFinding[]): void {
  for (const { gate, code, rules } of findings) {
    const key = `${gate} ${code}`;
    const count = counts.get(key) ?? { gate, code, stops: 0, rules: {} };
    counts.set(key, count);
    count.stops++;
    for (const rule of rules) count.rules[rule] = (count.rules[rule] ?? 0) + 1;
  }
}

function toCounts(counts: ReadonlyMap<string, GateCount>): GateCount[] {
  return [...counts.values()].toSorted((a, b) => b.stops - a.stops || (a.gate < b.gate ? -1 : 1));
}

/** Sorts only when there are twice as many as wanted. */
export function keepTop<T>(all: T[], max: number, order: (a: T, b: T) => number): T[] {
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
