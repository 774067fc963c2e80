// The report of a backtest: one table, and the stops that were held then and not in the replay, or the other way round.
import { isRelease, type Verdict } from "../../gates/engine/budget.ts";
import { GATES } from "../../gates/registry.ts";
import { clip } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { formatTime } from "../../text/format-time.ts";
import { printable } from "../../text/printable.ts";
import type { Style } from "../../text/wrap.ts";
import {
  hasConversation,
  type ReplayedFinding,
  type ReplayedStop,
  type SessionReplay,
} from "./replay-session.ts";

interface HeldCount {
  gate: string;
  code: string;
  stops: number;
}

interface Difference extends Omit<ReplayedStop, "key"> {
  sessionId: string;
  project: string | null;
}

export class BacktestReport {
  sessions = 0;
  prompts = 0;
  stops = 0;
  turnsWithoutStop = 0;
  /** The times of the first and the last stop. */
  from: number | null = null;
  to: number | null = null;
  /** Stops that a hook, ours or another, held at the time. */
  heldThen = 0;
  readonly verdicts: Partial<Record<Verdict, number>> = {};
  /** By reason; a stop may have several. */
  readonly held: HeldCount[] = [];
  readonly differences: Difference[] = [];
  readonly problems: { path: string; message: string }[] = [];
  /** A forked session begins with a copy of another one, whose stops count only once. */
  readonly #seen = new Set<string>();

  add(path: string, replay: SessionReplay): void {
    const { sessionId, project, problem } = replay;
    if (problem !== null) this.problems.push({ path, message: problem });
    if (problem !== null || !hasConversation(replay)) return;
    this.sessions++;
    this.prompts += replay.prompts;
    this.turnsWithoutStop += replay.turnsWithoutStop;
    for (const { key, ...stop } of replay.stops) {
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.#count(stop);
      if (isHeld(stop) !== (stop.heldThen !== null)) this.differences.push({ sessionId, project, ...stop });
    }
  }

  toJson() {
    const toTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    const differences = this.differences.map((stop) => ({ ...stop, at: toTime(stop.at) }));
    return { ...this, from: toTime(this.from), to: toTime(this.to), differences };
  }

  #count({ at, heldThen, verdict, open }: Omit<ReplayedStop, "key">): void {
    this.stops++;
    if (at > 0) {
      this.from = Math.min(this.from ?? at, at);
      this.to = Math.max(this.to ?? at, at);
    }
    if (heldThen !== null) this.heldThen++;
    this.verdicts[verdict] = (this.verdicts[verdict] ?? 0) + 1;
    if (isHeld({ verdict })) for (const finding of open) this.#countReason(finding);
  }

  #countReason({ gate, code }: ReplayedFinding): void {
    const count = this.held.find((one) => one.gate === gate && one.code === code);
    if (count) count.stops++;
    else this.held.push({ gate, code, stops: 1 });
  }
}

function isHeld({ verdict }: Pick<ReplayedStop, "verdict">): boolean {
  return verdict === "blocked";
}

const MAX_DIFFERENCES = 20;
const MAX_LINE = 110;
/** Characters of a session's id. */
const SHORT_ID = 8;

export async function renderText(report: BacktestReport, style: Style): Promise<string[]> {
  const { sessions, prompts, stops, turnsWithoutStop, from, to } = report;
  const span = from !== null && to !== null ? ` ${formatTime(from)} to ${formatTime(to)}.` : "";
  const scope = [countNoun(sessions, "session"), countNoun(prompts, "prompt"), countNoun(stops, "stop")].join(
    ", ",
  );
  const without = `${countNoun(turnsWithoutStop, "turn")} ended without a stop (interrupted or failed).`;
  return [
    `${style.bold(scope)}.${style.dim(span)}`,
    ...(turnsWithoutStop > 0 ? [without] : []),
    "",
    ...renderTable(report, style),
    "",
    ...renderDifferences(report, style),
    "",
    style.bold("Not replayed"),
    ...(await describeUnreplayed()).map((line) => style.dim(`  ${line}`)),
  ];
}

function renderTable({ stops, heldThen, verdicts, held }: BacktestReport, style: Style): string[] {
  const count = (wanted: (verdict: Verdict) => boolean) =>
    Object.entries(verdicts).reduce((sum, [verdict, n]) => sum + (wanted(verdict as Verdict) ? n : 0), 0);
  const released = count(isRelease);
  const { blocked = 0, paused = 0, waiting = 0, asking = 0, fault = 0 } = verdicts;
  const row = (label: string, replayed: number | string, then: number | string = "") =>
    `${label.padEnd(44)}${String(then).padStart(11)}${String(replayed).padStart(11)}`.trimEnd();
  const part = (label: string, n: number) => (n > 0 ? [style.dim(row(`    ${label}`, n))] : []);
  return [
    style.bold(row("Stops", "replayed", "then")),
    row("  held", blocked, heldThen),
    ...held
      .toSorted((a, b) => b.stops - a.stops)
      .flatMap(({ gate, code, stops: n }) => part(printable(`${gate}: ${code}`), n)),
    row("  allowed", stops - blocked - released - paused, stops - heldThen),
    ...part("Claude had background tasks running", waiting),
    ...part("the next step was the person's", asking),
    ...part("a gate failed", fault),
    ...(released > 0 ? [row("  released by the budget", released)] : []),
    ...(paused > 0 ? [row("  not judged, plan mode", paused)] : []),
  ];
}

function renderDifferences({ differences }: BacktestReport, style: Style): string[] {
  if (differences.length === 0) return ["Every stop ends as it did then."];
  const newest = differences.toSorted((a, b) => b.at - a.at).slice(0, MAX_DIFFERENCES);
  const more = differences.length - newest.length;
  return [
    style.bold(`${countNoun(differences.length, "stop differs", "stops differ")} from what happened`),
    ...newest.flatMap((stop) => [
      style.dim(`  ${formatTime(stop.at)} ${printable(stop.sessionId.slice(0, SHORT_ID))}`),
      `    ${clip(printable(describeDifference(stop)), MAX_LINE)}`,
    ]),
    ...(more > 0 ? [style.dim(`  and ${more} more, with --json`)] : []),
  ];
}

function describeDifference({ heldThen, open }: Difference): string {
  if (heldThen !== null) return `held then: ${heldThen}`;
  return `held now: ${open.map(({ gate, text }) => `${gate}: ${text}`).join(" | ")}`;
}

/** One line for all gates with the same reason. */
async function describeUnreplayed(): Promise<string[]> {
  const gates = await Promise.all(GATES.map(({ load }) => load()));
  const byReason = Map.groupBy(
    gates.filter(({ notReplayed }) => notReplayed !== undefined),
    ({ notReplayed }) => notReplayed,
  );
  return [...byReason].map(([why, list]) => `${list.map(({ id }) => id).join(", ")}: ${why}.`);
}
