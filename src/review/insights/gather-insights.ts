import type { Config } from "../../config/schema.ts";
import type { Setting } from "../../gates/engine/gate.ts";
import { GATES } from "../../gates/registry.ts";
import { countRuns } from "../../recording/runs/run-rows.ts";
import { blockingFindings } from "../../store/decisions.ts";
import type { Store } from "../../store/open.ts";
import {
  countAdvice,
  countFailures,
  countSessions,
  countVerdicts,
  type HeldRow,
  type KnownProject,
  listDeclaredWork,
  listFailingCommands,
  listHeldDecisions,
  listRereadFiles,
  listStopDurations,
  type ProjectSpan,
} from "./insight-rows.ts";
import type { GateAdvice, GateRecord, Insights, LoopTime, Measures, MetricChange } from "./insights.ts";

/** More than is shown, because the numbers of the previous span are looked up among them. */
const MAX_ROWS = 50;
const DAY = 24 * 3_600_000;

/** Compares a span of time with the previous span of the same length. */
export async function gatherInsights(
  store: Store,
  project: KnownProject,
  config: Config,
  time: { since: number; until: number },
): Promise<Insights> {
  const { since, until } = time;
  const now = measure(store, { ...project, since, until });
  const before = measure(store, { ...project, since: since - (until - since), until: since });
  return {
    project: project.key,
    since,
    until,
    readsSince: until - config.retention.rawDays * DAY,
    now,
    before,
    changes: compare(before, now),
    advice: await adviseOnGates(now.gates, config),
  };
}

function measure(store: Store, span: ProjectSpan): Measures {
  const verdicts = countVerdicts(store, span);
  return {
    ...countSessions(store, span),
    stops: verdicts.reduce((sum, { n }) => sum + n, 0),
    verdicts: Object.fromEntries(verdicts.map(({ verdict, n }) => [verdict, n])),
    failures: countFailures(store, span),
    failingCommands: listFailingCommands(store, span, MAX_ROWS),
    rereadFiles: listRereadFiles(store, span, MAX_ROWS),
    loops: sumLoopTime(store, span),
    gates: countByGate(listHeldDecisions(store, span)),
    runs: countRuns(store, { projectKey: span.key, since: span.since, until: span.until }),
    advised: countAdvice(store, span),
    latency: summarizeDurations(listStopDurations(store, span)),
  };
}

/** Counts only the part of each loop and flow within the span. */
function sumLoopTime(store: Store, span: ProjectSpan): LoopTime {
  const work = listDeclaredWork(store, span);
  const inside = work.map(
    ({ began, ended }) => Math.min(ended, span.until) - Math.max(Math.min(began, ended), span.since),
  );
  return {
    loops: work.filter(({ kind }) => kind === "loop").length,
    flows: work.filter(({ kind }) => kind === "flow").length,
    milliseconds: inside.reduce((sum, part) => sum + Math.max(0, part), 0),
    done: work.filter(({ status }) => status === "done").length,
  };
}

function summarizeDurations(ascending: number[]): Measures["latency"] {
  if (ascending.length === 0) return null;
  const at = (share: number) =>
    ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

/** Every metric that is one number, without those that are zero in both spans. */
function compare(before: Measures, now: Measures): MetricChange[] {
  const row = (
    what: string,
    unit: MetricChange["unit"],
    wanted: "more" | "less" | null,
    read: (measures: Measures) => number | null,
  ): MetricChange => {
    const [old, fresh] = [read(before), read(now)];
    const better =
      wanted === null || old === null || fresh === null || old === fresh
        ? null
        : fresh > old === (wanted === "more");
    return { what, unit, before: old, now: fresh, better };
  };
  const share = (verdict: string) => (measures: Measures) =>
    measures.stops === 0 ? null : (measures.verdicts[verdict] ?? 0) / measures.stops;
  return [
    row("sessions", "count", null, ({ sessions }) => sessions),
    row("tool calls", "count", null, ({ toolCalls }) => toolCalls),
    row("failed commands", "count", "less", ({ failures }) => failures),
    row("test runs", "count", null, ({ runs }) => runs.runs),
    row("test runs that failed", "count", null, ({ runs }) => runs.red),
    row("failed test runs that gave no error", "count", "less", ({ runs }) => runs.hidden),
    row("stops", "count", null, ({ stops }) => stops),
    row("stops complete", "share", "more", share("complete")),
    row("stops held", "share", null, share("blocked")),
    row("stops released, nothing changed", "share", "less", share("stalled")),
    row("stops released, budget used up", "share", "less", share("capped")),
    row("holds marked wrong", "count", "less", ({ gates }) =>
      gates.reduce((total, { wrong }) => total + wrong, 0),
    ),
    row("time in loops and flows", "duration", null, ({ loops }) => loops.milliseconds),
    row(
      "time of the hook at a stop, median",
      "milliseconds",
      "less",
      ({ latency }) => latency?.median ?? null,
    ),
    row("95 of 100 stops are faster than", "milliseconds", "less", ({ latency }) => latency?.p95 ?? null),
  ].filter(({ before: old, now: fresh }) => (old ?? 0) !== 0 || (fresh ?? 0) !== 0);
}

/** Most blocks first. */
function countByGate(rows: readonly HeldRow[]): GateRecord[] {
  const held = rows.flatMap((row) => {
    const gates = new Set(blockingFindings(row).map(({ gate }) => gate));
    return [...gates].map((gate) => ({ gate, row }));
  });
  const records = [...Map.groupBy(held, ({ gate }) => gate)].map(([gate, entries]) => {
    const own = entries.map(({ row }) => row);
    const blocks = own.filter(({ verdict }) => verdict === "blocked");
    return {
      gate,
      blocks: blocks.length,
      wrong: blocks.filter(({ wrong_at }) => wrong_at !== null).length,
      holds: countPrompts(own),
      unchanged: countPrompts(own.filter(({ verdict }) => verdict === "stalled")),
      capped: countPrompts(own.filter(({ verdict }) => verdict === "capped")),
      lastDecision: own.at(-1)?.id ?? 0,
    };
  });
  return records.sort((a, b) => b.blocks - a.blocks || (a.gate < b.gate ? -1 : 1));
}

function countPrompts(rows: readonly HeldRow[]): number {
  return new Set(rows.map(({ session_id, budget_id }) => `${session_id} ${budget_id}`)).size;
}

const MIN_WRONG = 2;
const MIN_WRONG_SHARE = 0.2;
const MIN_UNCHANGED = 3;
const MIN_UNCHANGED_SHARE = 0.5;

async function adviseOnGates(records: readonly GateRecord[], config: Config): Promise<GateAdvice[]> {
  const advice: GateAdvice[] = [];
  for (const record of records) {
    const why = complaintAbout(record);
    if (why !== null)
      advice.push({ gate: record.gate, why, setting: await proposeSetting(record.gate, config) });
  }
  return advice;
}

function complaintAbout({ gate, blocks, wrong, holds, unchanged }: GateRecord): string | null {
  const isWrong = wrong >= MIN_WRONG && wrong / blocks >= MIN_WRONG_SHARE;
  const isOnRequest = GATES.find(({ id }) => id === gate)?.holdsOnRequest === true;
  const isIdle = !isOnRequest && unchanged >= MIN_UNCHANGED && unchanged / holds >= MIN_UNCHANGED_SHARE;
  const complaints = [
    ...(isWrong ? [`${wrong} of its ${blocks} blocks were marked wrong`] : []),
    ...(isIdle ? [`${unchanged} of the ${holds} times it held, it was released without a change`] : []),
  ];
  return complaints.length > 0 ? complaints.join("; ") : null;
}

/** The next milder setting of a gate; the last resort is to switch it off. */
export async function proposeSetting(id: string, config: Config): Promise<Setting | null> {
  const gate = await GATES.find((entry) => entry.id === id)?.load();
  if (!gate) return null; // A gate of another version.
  const isSwitch =
    Object.hasOwn(config.gates, id) && !Array.isArray(config.gates[id as keyof Config["gates"]]);
  return gate.milder?.(config) ?? (isSwitch ? { key: `gates.${id}.enabled`, value: false } : null);
}
