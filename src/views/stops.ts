// Stops: the list, one decision with its findings, and how stops ended over time. Decisions are written in order of time, so
// a span of time is a span of IDs.
import type { Verdict } from "../gates/engine/budget.ts";
import { GATES } from "../gates/registry.ts";
import { findDecision, idSpan } from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { readProjectNames } from "../sync/sync-rows.ts";
import { addDecisionCounts } from "../sync/team-decisions.ts";
import { UserError } from "../text/user-error.ts";
import { explainStop } from "./explain-stop.ts";
import { type Outcome, outcomeOf, verdictsOf } from "./outcomes.ts";
import {
  bucketOf,
  bucketsOf,
  DAY_MS,
  iso,
  line,
  PAGE_SIZE,
  type Page,
  type Query,
  SESSIONS_OF_PROJECT,
  sinceOf,
  spanOf,
} from "./shared.ts";
import { PROMPT_BEFORE, type StopRecord, type StopRow, toStopRow } from "./stop-row.ts";
import { promptTimeline } from "./timeline.ts";

/** Rows counted at once. */
const MAX_PIECE = 5000;

export function listStops(store: Store, query: Query): Page<StopRow> {
  const { first, end } = idSpan(store, sinceOf(query));
  const { condition, bound } = filterOf(query);
  const rows = store
    .query(
      `SELECT d.*, s.project_key, ${PROMPT_BEFORE} AS prompt FROM decisions d LEFT JOIN sessions s ON s.session_id = d.session_id
       WHERE d.id < $before AND d.id >= $first AND ${condition} ORDER BY d.id DESC LIMIT ${PAGE_SIZE}`,
    )
    .all({ before: Number(query.cursor ?? end), first, ...bound }) as StopRecord[];
  const last = rows.at(-1)?.id;
  return { rows: rows.map(toStopRow), next: rows.length === PAGE_SIZE ? String(last) : null };
}

/** Without the time, which is a span of IDs. */
function filterOf({ outcome, gate, wrong, session, project }: Query) {
  const tests = [
    "1",
    // By its index, which has the order of the IDs.
    ...(session === undefined ? [] : ["d.session_id = $session"]),
    ...(project === undefined ? [] : [`+d.session_id IN (${SESSIONS_OF_PROJECT})`]),
    ...(outcome === undefined ? [] : ["verdict IN (SELECT value FROM json_each($verdicts))"]),
    ...(gate === undefined ? [] : ["instr(findings, $gate) > 0"]),
    ...(wrong === "1" ? ["wrong_at IS NOT NULL"] : []),
  ];
  return {
    condition: tests.join(" AND "),
    bound: {
      session: session ?? null,
      project: project ?? null,
      verdicts: JSON.stringify(verdictsOf(outcome ?? "")),
      // As JSON.stringify writes it; quotes inside texts are escaped, so this matches only the key.
      gate: `"gate":${JSON.stringify(gate)}`,
    },
  };
}

export function readStop(store: Store, id: string) {
  const row = /^\d{1,15}$/.test(id) ? findDecision(store, Number(id)) : null;
  if (!row) throw new UserError("no-stop", `there is no stop ${line(id, 40)}`, "It may have been pruned.");
  return { ...explainStop(store, row), timeline: promptTimeline(store, row) };
}

/** How the stops of a query ended over time. */
export async function readShare(store: Store, query: Query) {
  const { since, until } = spanOf(query, (end) => Math.min(firstTime(store) ?? end, end - DAY_MS));
  const { bucketMs, starts } = bucketsOf(since, until);
  const { condition, bound } = filterOf(query);
  const { first, end } = idSpan(store, since);
  const outcomes: Record<Outcome, number[]> = {
    held: starts.map(() => 0),
    released: starts.map(() => 0),
    allowed: starts.map(() => 0),
  };
  let total = 0;
  let wrong = 0;
  // Counting here is faster than grouping in SQL.
  const read = store.query(
    `SELECT at, verdict, wrong_at IS NOT NULL FROM decisions d WHERE id >= $from AND id < $from + ${MAX_PIECE} AND ${condition}`,
  );
  for (let from = first; from < end; from += MAX_PIECE) {
    const rows = read.values({ from, ...bound }) as [at: number, verdict: Verdict, isWrong: 0 | 1][];
    for (const [at, verdict, isWrong] of rows) {
      const counts = outcomes[outcomeOf(verdict)];
      const bucket = bucketOf(starts, at);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      total++;
      wrong += isWrong;
    }
    // Lets other requests run in between.
    await Bun.sleep(0);
  }
  return {
    bucketMs,
    /** Start of each bucket, without gaps; parallel to the lists in `outcomes`. */
    at: starts.map(iso),
    outcomes,
    total,
    /** Holds marked wrong. */
    wrong,
    /** All gates, for the filter. */
    gates: GATES.map(({ id }) => id),
  };
}

const TEAM_DAYS = 30;

/** How often gates held in all sessions of the team, in one project or in all. null: the team shares no counts. */
export function readTeamHolds(store: Store, { project }: Query) {
  const names = readProjectNames(store);
  const wanted = project === undefined ? Object.values(names) : [names[project] ?? ""];
  const since = Date.now() - TEAM_DAYS * DAY_MS;
  const counts = wanted.flatMap((name) => (name === "" ? [] : (addDecisionCounts(store, name, since) ?? [])));
  if (counts.length === 0) return null;
  const gates = Map.groupBy(
    counts.flatMap((one) => one.gates),
    ({ gate }) => gate,
  );
  return {
    days: TEAM_DAYS,
    stops: counts.reduce((sum, { stops }) => sum + stops, 0),
    machines: Math.max(...counts.map(({ machines }) => machines)),
    gates: [...gates]
      .map(([gate, all]) => ({
        gate: line(gate, 40),
        held: all.reduce((sum, { held }) => sum + held, 0),
        /** Holds marked wrong. */
        wrong: all.reduce((sum, one) => sum + one.wrong, 0),
      }))
      .toSorted((a, b) => b.held - a.held),
  };
}

function firstTime(store: Store): number | null {
  const row = store.query("SELECT at FROM decisions ORDER BY id LIMIT 1").get() as { at: number } | null;
  return row?.at ?? null;
}
