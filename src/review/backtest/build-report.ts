// Sums replayed sessions up into a report. A forked session begins with a copy of another one, whose stops and candidates count
// only once.
import { GATES } from "../../gates/registry.ts";
import { countNoun } from "../../text/count-noun.ts";
import { keepTop, PolicyCount } from "./count-policy.ts";
import type { Policy } from "./policy.ts";
import type { ReplayedStop, SessionReplay } from "./replay-session.ts";
import type { BacktestReport, Difference, StopDifference, UnknownStops } from "./report.ts";

type Candidates = readonly { fingerprint: string }[];

const MAX_STOPS = 1000;

export class ReportBuilder {
  readonly #policies: readonly Policy[];
  readonly #counts: readonly PolicyCount[];
  readonly #difference: DifferenceCount | null;
  /** Hashes, because there may be many. */
  readonly #seenStops = new Set<number | bigint>();
  readonly #seenCandidates: readonly Set<number | bigint>[];
  readonly #leftOut = { subagent: 0, foreign: 0, empty: 0 };
  readonly #problems: BacktestReport["problems"] = [];
  readonly #totals = { sessions: 0, prompts: 0, stops: 0, heldThen: 0, turnsWithoutStop: 0, damagedLines: 0 };
  /** By gate: stops at which its commands would have decided. */
  readonly #undecided = new Map<string, number>();
  #from: number | null = null;
  #to: number | null = null;

  constructor(policies: readonly Policy[]) {
    this.#policies = policies;
    this.#counts = policies.map((policy, index) => new PolicyCount(policy, index));
    this.#seenCandidates = policies.map(() => new Set());
    this.#difference = policies.length > 1 ? new DifferenceCount() : null;
  }

  add(replay: SessionReplay): void {
    this.#totals.damagedLines += replay.damagedLines;
    if (replay.problem !== null) this.#problems.push({ path: replay.path, message: replay.problem });
    else if (replay.leftOut !== null) this.#leftOut[replay.leftOut]++;
    else this.#addSession(replay);
  }

  async build(read: { files: number; bytes: number; agentFiles: number }): Promise<BacktestReport> {
    const { files, bytes, agentFiles } = read;
    return {
      files,
      bytes,
      ...this.#totals,
      from: this.#from,
      to: this.#to,
      policies: this.#counts.map((count) => count.report()),
      difference: this.#difference?.report() ?? null,
      leftOut: { ...this.#leftOut, subagent: this.#leftOut.subagent + agentFiles },
      problems: this.#problems,
      unknown: await this.#listUnknowns(),
    };
  }

  #addSession(replay: SessionReplay): void {
    const { project } = replay;
    const stops = replay.stops.filter(({ key }) => addKey(this.#seenStops, key));
    const candidates = replay.candidates.map((list, index) => {
      const seen = this.#seenCandidates[index] ?? new Set();
      return list.filter(({ fingerprint }) => addKey(seen, `${project}\n${fingerprint}`));
    });
    for (const stop of stops) this.#addStop(stop);
    this.#totals.sessions++;
    this.#totals.prompts += replay.prompts;
    this.#totals.stops += stops.length;
    this.#totals.turnsWithoutStop += replay.turnsWithoutStop;
    for (const [index, count] of this.#counts.entries()) count.add(replay, stops, candidates[index] ?? []);
    this.#difference?.add(replay, stops, candidates);
  }

  #addStop({ at, heldThen, judged }: ReplayedStop): void {
    if (at > 0) {
      this.#from = Math.min(this.#from ?? at, at);
      this.#to = Math.max(this.#to ?? at, at);
    }
    this.#totals.heldThen += Number(heldThen);
    for (const gate of new Set(judged.flatMap((one) => one.undecided)))
      this.#undecided.set(gate, (this.#undecided.get(gate) ?? 0) + 1);
  }

  /** What transcripts cannot show. */
  async #listUnknowns(): Promise<UnknownStops[]> {
    const unknown: UnknownStops[] = [];
    const add = (what: string, why: string) => unknown.push({ what, why });
    add("after a hold", "what Claude would have done next; each hold counts as one round");
    unknown.push(...(await unreplayedGates()));
    for (const [gate, stops] of this.#undecided)
      add(`gate ${gate}`, `what its command would have said at ${countNoun(stops, "stop")}`);
    add(
      "changed lines",
      "what commands and subagents wrote, and what git ignores: only edits of the main agent are known",
    );
    if (this.#policies.some(({ triage }) => triage.mode === "ask"))
      add("triage", "whether somebody was there, and what was saved or asked for before");
    add("triage", "your verdicts on earlier candidates: every source has its original weight");
    return unknown;
  }
}

/** Where two policies differ. */
class DifferenceCount {
  readonly #numbers = {
    heldByBoth: 0,
    heldByFirst: 0,
    heldBySecond: 0,
    otherwiseDifferent: 0,
    candidatesOfFirst: 0,
    candidatesOfSecond: 0,
  };
  #stops: StopDifference[] = [];

  add(
    session: SessionReplay,
    stops: readonly ReplayedStop[],
    [first = [], second = []]: readonly Candidates[],
  ): void {
    for (const stop of stops) this.#addStop(session, stop);
    this.#stops = keepTop(this.#stops, MAX_STOPS, newestFirst);
    this.#numbers.candidatesOfFirst += countMissing(first, second);
    this.#numbers.candidatesOfSecond += countMissing(second, first);
  }

  report(): Difference {
    return { ...this.#numbers, stops: this.#stops.toSorted(newestFirst).slice(0, MAX_STOPS) };
  }

  #addStop({ sessionId, project }: SessionReplay, { at, judged }: ReplayedStop): void {
    const opinions = judged.map(({ verdict, open, advice }) => ({ verdict, open, advice }));
    const [first, second] = opinions;
    const [heldByFirst, heldBySecond] = opinions.map(({ verdict }) => verdict === "blocked");
    if (heldByFirst && heldBySecond) this.#numbers.heldByBoth++;
    if (JSON.stringify(first) === JSON.stringify(second)) return;
    if (heldByFirst === heldBySecond) this.#numbers.otherwiseDifferent++;
    else if (heldByFirst) this.#numbers.heldByFirst++;
    else this.#numbers.heldBySecond++;
    this.#stops.push({ sessionId, project, at, opinions });
  }
}

function newestFirst(a: { at: number }, b: { at: number }): number {
  return b.at - a.at;
}

/** False when the key was added before. */
function addKey(hashes: Set<number | bigint>, key: string): boolean {
  const before = hashes.size;
  return hashes.add(Bun.hash(key)).size > before;
}

function countMissing(from: Candidates, others: Candidates): number {
  const known = new Set(others.map(({ fingerprint }) => fingerprint));
  return from.filter(({ fingerprint }) => !known.has(fingerprint)).length;
}

/** One line for all gates with the same reason. */
async function unreplayedGates(): Promise<UnknownStops[]> {
  const gates = await Promise.all(GATES.map(({ load }) => load()));
  const byReason = Map.groupBy(
    gates.filter(({ replay }) => replay?.unknown !== undefined),
    ({ replay }) => replay?.unknown ?? "",
  );
  return [...byReason].map(([why, list]) => ({ what: `gate ${list.map(({ id }) => id).join(", ")}`, why }));
}
