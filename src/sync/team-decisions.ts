// How often gates held in a team's projects: counts of a day, without texts. Each machine writes its own, and any machine adds them up.
import { idSpan } from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import type { MachineKey } from "./machine-key.ts";
import type { SyncProject } from "./projects.ts";
import { findRow, listRows, nextVersion, writeOwnRow } from "./sync-rows.ts";

export interface GateCount {
  gate: string;
  held: number;
  wrong: number;
}

interface DayCounts {
  stops: number;
  gates: GateCount[];
}

const DAY = 24 * 3_600_000;
/** Holds of earlier days are marked wrong, too. */
const RECOUNTED_DAYS = 14;
const MAX_GATES = 60;
const MAX_COUNT = 1_000_000;

/** Says what changed since the last sync. Must run inside a transaction that holds the write lock. */
export function writeDecisionCounts(
  store: Store,
  key: MachineKey,
  projects: readonly SyncProject[],
  now: number,
): void {
  const firstDay = Math.floor(now / DAY) * DAY - RECOUNTED_DAYS * DAY;
  for (const project of projects)
    for (const [day, counts] of countDays(store, project.key, firstDay)) {
      const id = `${day}:${Bun.hash(project.name).toString(16)}`;
      const payload = JSON.stringify(counts);
      if (findRow(store, { kind: "decisions", id, machine: key.machine })?.payload === payload) continue;
      const version = nextVersion(store, [key.machine]);
      writeOwnRow(store, key, { kind: "decisions", id, project: project.name, payload }, version);
    }
}

/** By day, in UTC. */
function countDays(store: Store, key: string, since: number): Map<string, DayCounts> {
  const { first } = idSpan(store, since);
  const day = "date(d.at / 1000, 'unixepoch')";
  const ofProject = `FROM decisions d JOIN sessions s ON s.session_id = d.session_id
    WHERE d.id >= $first AND s.project_key = $key`;
  const stops = store
    .query(`SELECT ${day} AS day, count(*) AS stops ${ofProject} GROUP BY day`)
    .all({ first, key }) as { day: string; stops: number }[];
  const held = store
    .query(
      `SELECT day, gate, count(*) AS held, sum(is_wrong) AS wrong FROM (
         SELECT DISTINCT d.id, ${day} AS day, f.value ->> 'gate' AS gate, d.wrong_at IS NOT NULL AS is_wrong
         FROM decisions d JOIN sessions s ON s.session_id = d.session_id,
           json_each(iif(json_valid(d.findings), d.findings, '[]')) f
         WHERE d.id >= $first AND s.project_key = $key AND d.verdict = 'blocked' AND f.value ->> 'severity' = 'block')
       GROUP BY day, gate ORDER BY day, gate`,
    )
    .all({ first, key }) as ({ day: string } & GateCount)[];
  const byDay = Map.groupBy(held, (row) => row.day);
  return new Map(
    stops.map((row) => [
      row.day,
      {
        stops: row.stops,
        gates: (byDay.get(row.day) ?? []).map(({ gate, held: n, wrong }) => ({ gate, held: n, wrong })),
      },
    ]),
  );
}

export interface TeamCounts {
  stops: number;
  /** Who sent counts. */
  machines: number;
  /** Those that held most often first. */
  gates: GateCount[];
}

/** Of all machines of the team since a day. null: nobody sent any. */
export function addDecisionCounts(store: Store, project: string, since: number): TeamCounts | null {
  const firstDay = new Date(since).toISOString().slice(0, 10);
  const rows = listRows(store, "decisions", project).filter(({ isSigned, id }) => isSigned && id >= firstDay);
  if (rows.length === 0) return null;
  const gates = new Map<string, GateCount>();
  let stops = 0;
  for (const { payload } of rows) {
    const day = readDay(payload);
    stops += day.stops;
    for (const { gate, held, wrong } of day.gates) {
      const sum = gates.get(gate) ?? { gate, held: 0, wrong: 0 };
      gates.set(gate, { gate, held: sum.held + held, wrong: sum.wrong + wrong });
    }
  }
  return {
    stops,
    machines: new Set(rows.map(({ machine }) => machine)).size,
    gates: [...gates.values()].toSorted((a, b) => b.held - a.held || (a.gate < b.gate ? -1 : 1)),
  };
}

/** Whoever wrote it. */
function readDay(payload: string): DayCounts {
  const value = parseJson(payload);
  if (!isRecord(value) || !isCount(value.stops) || !Array.isArray(value.gates))
    return { stops: 0, gates: [] };
  const gates = value.gates.slice(0, MAX_GATES).flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one.gate !== "string" || !/^[a-z-]{1,40}$/.test(one.gate)) return [];
    const { gate, held, wrong } = one;
    return isCount(held) && isCount(wrong) ? [{ gate, held, wrong: Math.min(held, wrong) }] : [];
  });
  return { stops: value.stops, gates };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT;
}
