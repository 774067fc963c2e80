// Stops: the list, one decision with its findings, and how stops ended over time. Decisions are written in order of time, so
// a span of time is a span of IDs, and every query reads a bounded part of the table from its end.
import { findWeakenedChecks } from "../../recording/runs/weakened-checks.ts";
import { describeWeakened } from "../../recording/runs/weakening-lines.ts";
import { findDecision } from "../../store/decisions.ts";
import type { Store } from "../../store/open.ts";
import { findSession, type SessionRow } from "../../store/sessions.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { UserError } from "../../text/user-error.ts";
import type { Claim, Page, StopRow, Verdict } from "../contract.ts";
import {
  badQuery,
  bucketOf,
  bucketsOf,
  DAY_MS,
  fromCursor,
  iso,
  isoOrNull,
  line,
  lineOrNull,
  pageSize,
  paragraph,
  parseList,
  type Query,
  SESSIONS_OF_PROJECT,
  spanOf,
  timeOf,
  toCursor,
} from "./shared.ts";
import { type StopRecord, toFinding, toStopRow } from "./stop-row.ts";
import { promptTimeline } from "./timeline.ts";

/** Rows read for one page: a filter that matches little must not read the whole table. */
const MAX_SCANNED = 20_000;
/** Larger transcripts are not read while the page waits. */
const MAX_TRANSCRIPT_BYTES = 16 * 1024 * 1024;
const MAX_PIECE = 5000;

export function listStops(store: Store, query: Query): Page<StopRow> {
  const limit = pageSize(query);
  const [cursor] = fromCursor(query, "number") ?? [];
  const { least, end } = idSpan(store, query);
  const before = Math.min(cursor ?? end, end);
  const { session = null, project = null } = query;
  const filter = filterOf(query);
  // The index by session already has this order.
  const floor = session === null ? Math.max(least, before - MAX_SCANNED) : least;
  const rows = store
    .query(
      `SELECT d.*, s.project_key FROM decisions d LEFT JOIN sessions s ON s.session_id = d.session_id
       WHERE d.id < $before AND d.id >= $floor
         ${session === null ? "" : "AND d.session_id = $session"}
         ${project === null ? "" : `AND +d.session_id IN (${SESSIONS_OF_PROJECT})`}
         AND ${filter.condition}
       ORDER BY d.id DESC LIMIT $limit`,
    )
    .all({ before, floor, limit, session, project, ...filter.bound }) as StopRecord[];
  const last = rows.at(-1)?.id ?? 0;
  const next = rows.length === limit ? last : floor;
  return { rows: rows.map(toStopRow), next: next > least ? toCursor(next) : null };
}

/** Filters on the decision's own columns; the time is a span of IDs. */
function filterOf({ verdict, gate, wrong }: Query) {
  const tests = [
    ...(verdict === undefined ? [] : ["verdict = $verdict"]),
    ...(gate === undefined ? [] : ["instr(findings, $gate) > 0"]),
    ...(wrong === "1" ? ["wrong_at IS NOT NULL"] : []),
  ];
  return {
    condition: tests.join(" AND ") || "1",
    // As JSON.stringify writes it; quotes inside texts are escaped, so this matches only the key.
    bound: { verdict: verdict ?? null, gate: `"gate":${JSON.stringify(gate)}` },
  };
}

export async function readStop(
  store: Store,
  id: string,
  claimsOf: (session: SessionRow) => Promise<Claim[]>,
) {
  const row = /^\d{1,15}$/.test(id) ? findDecision(store, Number(id)) : null;
  if (!row) throw new UserError("no-stop", `there is no stop ${line(id, 40)}`, "It may have been pruned.");
  const session = row.session_id === null ? null : findSession(store, row.session_id);
  const neighbour = (sign: "<" | ">", order: "DESC" | "ASC") =>
    (
      store
        .query(
          `SELECT id FROM decisions WHERE session_id = $session AND id ${sign} $id ORDER BY id ${order} LIMIT 1`,
        )
        .get({ session: row.session_id, id: row.id }) as { id: number } | null
    )?.id ?? null;
  const findings = parseList(row.findings).flatMap(toFinding);
  const weakened = session ? await weakenedIn(session, row.at) : [];
  return {
    ...toStopRow({ ...row, project_key: session?.project_key ?? null }),
    /** What Claude was told; for "asking", the question. */
    reason: row.reason === null ? null : paragraph(row.reason),
    findings,
    wrongAt: isoOrNull(row.wrong_at),
    wrongWhy: lineOrNull(row.wrong_why),
    /** Checks that the session had weakened by then, in words. */
    weakened,
    /** Whether it can be marked wrong: only blocks can. */
    markable: row.verdict === "blocked",
    /** Claims in the final message that the record does not back. */
    claims: (session && row.event === "Stop" ? await claimsOf(session) : []).filter(
      ({ stop, verdict }) => stop === row.id && verdict !== "backed" && verdict !== "unknown",
    ),
    timeline: promptTimeline(store, row),
    /** Neighbours in the same session. */
    previous: neighbour("<", "DESC"),
    next: neighbour(">", "ASC"),
  };
}

/** Checks that a session had weakened by then. */
export async function weakenedIn(
  { transcript_path, project_dir }: { transcript_path: string | null; project_dir: string | null },
  until = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  if (transcript_path === null || Bun.file(transcript_path).size > MAX_TRANSCRIPT_BYTES) return [];
  const weakened = await findWeakenedChecks(transcript_path, project_dir);
  return (weakened ?? [])
    .filter(({ at }) => at === null || at <= until)
    .map((one) => line(describeWeakened(one)));
}

/** How stops ended over time. */
export async function readShare(store: Store, query: Query) {
  const { since, until } = spanOf(query, (end) => Math.min(firstTime(store) ?? end, end - DAY_MS));
  const { bucketMs, starts } = bucketsOf(since, until);
  const zeros = () => starts.map(() => 0);
  const verdicts: Partial<Record<Verdict, number[]>> = {};
  const wrong = zeros();
  const gates = new Map<string, { gate: string; blocks: number; wrong: number }>();
  let total = 0;
  const count = ([at, verdict, isAskedFor, isWrong, findings]: Scanned) => {
    const bucket = bucketOf(starts, at);
    if (bucket < 0) return;
    if (isAskedFor) {
      verdicts[verdict] ??= zeros();
      addAt(verdicts[verdict], bucket, 1);
      addAt(wrong, bucket, isWrong);
      total++;
    }
    if (findings === null) return;
    for (const gate of gatesThatBlock(findings)) {
      const record = gates.get(gate) ?? { gate: line(gate, 40), blocks: 0, wrong: 0 };
      gates.set(gate, { ...record, blocks: record.blocks + 1, wrong: record.wrong + isWrong });
    }
  };
  for await (const piece of scan(store, query, since, until)) for (const row of piece) count(row);
  return {
    bucketMs,
    /** Start of each bucket, without gaps; parallel to the lists in `verdicts`. */
    at: starts.map(iso),
    /** By verdict: counts of what /api/stops lists for the same query. */
    verdicts,
    /** Blocks marked wrong, by bucket. */
    wrong,
    total,
    /** Most blocks first, regardless of the filters for gate, verdict and mark. */
    gates: [...gates.values()].toSorted((a, b) => b.blocks - a.blocks || (a.gate < b.gate ? -1 : 1)),
  };
}

function addAt(list: number[], index: number, n: number): void {
  list[index] = (list[index] ?? 0) + n;
}

/** Findings, of blocks only. */
type Scanned = [at: number, verdict: Verdict, isAskedFor: 0 | 1, isWrong: 0 | 1, findings: string | null];

/** In pieces, so that other requests run in between. Counting here is faster than grouping in SQL. */
async function* scan(
  store: Store,
  query: Query,
  since: number,
  until: number,
): AsyncGenerator<Scanned[], void> {
  const { project = null, session = null } = query;
  const { condition, bound } = filterOf(query);
  const { least, end } = idSpan(store, { since: iso(since), until: iso(until) });
  const ofProject = project === null ? "" : `AND +session_id IN (${SESSIONS_OF_PROJECT})`;
  const ofSession = session === null ? "" : "AND +session_id = $session";
  const read = store.query(
    `SELECT at, verdict, ${condition}, wrong_at IS NOT NULL, iif(verdict = 'blocked', findings, NULL) FROM decisions
     WHERE id >= $from AND id < $to ${ofProject} ${ofSession}`,
  );
  for (let from = least; from < end; from += MAX_PIECE) {
    const to = Math.min(end, from + MAX_PIECE);
    yield read.values({ from, to, project, session, ...bound }) as Scanned[];
    await Bun.sleep(0);
  }
}

function firstTime(store: Store): number | null {
  const row = store.query("SELECT at FROM decisions ORDER BY id LIMIT 1").get() as { at: number } | null;
  return row?.at ?? null;
}

function gatesThatBlock(findings: string): Set<string> {
  return new Set(
    parseList(findings).flatMap((one) =>
      isRecord(one) && one.severity === "block" && typeof one.gate === "string" ? [one.gate] : [],
    ),
  );
}

/** From `least`, inclusive, to `end`, exclusive. */
export function idSpan(store: Store, query: Query): { least: number; end: number } {
  const since = timeOf(query, "since");
  const until = timeOf(query, "until");
  if (since !== null && until !== null && since > until)
    throw badQuery("since", String(query.since), "a time before `until`");
  const { least, most } = store
    .query("SELECT (SELECT min(id) FROM decisions) AS least, (SELECT max(id) FROM decisions) AS most")
    .get() as { least: number | null; most: number | null };
  if (least === null || most === null) return { least: 0, end: 0 };
  return {
    least: since === null ? least : firstFrom(store, since, least, most),
    end: until === null ? most + 1 : firstFrom(store, until, least, most),
  };
}

/** The first decision at or after a time, by bisection: `at` has no index, which would cost each stop a write. */
function firstFrom(store: Store, at: number, least: number, most: number): number {
  let [low, high] = [least, most + 1];
  const probe = store.query("SELECT at FROM decisions WHERE id >= $id ORDER BY id LIMIT 1");
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = probe.get({ id: middle }) as { at: number } | null;
    if (row && row.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
