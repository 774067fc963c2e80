// Insights: daily trends, comparison with the period before, and findings of reflections.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { gatherInsights } from "../../review/insights/gather-insights.ts";
import { type KnownProject, listKnownProjects } from "../../review/insights/insight-rows.ts";
import type { Insights } from "../../review/insights/insights.ts";
import {
  countedSections,
  describeChange,
  describeLoops,
  describeSpan,
  formatSetting,
  isEmpty,
} from "../../review/insights/wording.ts";
import { describeAction, listActions } from "../../review/reflection/actions/apply-suggestion.ts";
import type { FindingRow } from "../../review/reflection/finding-rows.ts";
import type { Pattern } from "../../review/reflection/reflection.ts";
import type { Store } from "../../store/open.ts";
import type { ProjectInsights } from "../contract.ts";
import {
  bucketOf,
  buckets,
  DAY_MS,
  folderOfProject,
  iso,
  line,
  lineOrNull,
  OF_PROJECT,
  paragraph,
  projectRef,
  type Query,
  SESSIONS_OF_PROJECT,
  spanOf,
} from "./shared.ts";
import { idSpan } from "./stops.ts";

const DEFAULT_DAYS = 30;
const MAX_PROJECTS = 12;
const MAX_WRITTEN = 1000;
const MAX_FINDINGS = 200;

export async function readInsights(store: Store, env: Environment, query: Query) {
  const { since, until } = spanOf(query, (end) => end - DEFAULT_DAYS * DAY_MS);
  const { project } = query;
  const projects: KnownProject[] =
    project === undefined
      ? listKnownProjects(store, since - (until - since)).slice(0, MAX_PROJECTS)
      : [{ key: project, dir: folderOfProject(store, project) ?? project }];
  const gathered: ProjectInsights[] = [];
  for (const each of projects) {
    const { config } = await loadConfig(env, each.dir);
    gathered.push(toProjectInsights(each, await gatherInsights(store, each, config, { since, until })));
    // Lets other requests run in between.
    await Bun.sleep(0);
  }
  return { projects: gathered, trend: readTrend(store, { since, until, project: project ?? null }) };
}

/** In words, as in the terminal. Also for `holdfast insights --html`. Pure. */
export function toProjectInsights({ key, dir }: KnownProject, insights: Insights) {
  const { now, changes, advice } = insights;
  return {
    ...projectRef(key, dir),
    span: describeSpan(insights),
    isEmpty: isEmpty(insights),
    changes: changes.map((change) => ({ ...describeChange(change), what: change.what })),
    verdicts: now.verdicts,
    counts: countedSections(insights).map(({ heading, bars }) => ({
      heading,
      bars: bars.map(({ call, ...bar }) => ({ ...bar, name: line(bar.name, 120), note: line(bar.note) })),
    })),
    /** Time in loops and flows; "" if none. */
    loops: describeLoops(now.loops),
    /** Gates that are often wrong, with a milder setting as JSON for .claude/holdfast.json. */
    advice: advice.map(({ gate, why, setting }) => ({
      gate,
      why,
      setting: setting && formatSetting(setting),
    })),
  };
}

/** As in `reflect review`. */
function describeSuggestion({ id, title = "", suggestion }: Partial<Pattern>) {
  if (id === undefined || suggestion === undefined) return { does: describeAction("note"), writes: [] };
  const [action] = listActions({ id, title, suggestion });
  const writes = action === "note" ? [] : Object.entries(suggestion.payload ?? {});
  return {
    does: describeAction(action),
    writes: writes.map(([name, value]) =>
      paragraph(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`, MAX_WRITTEN),
    ),
  };
}

/** By day, without gaps; the lists are parallel to `at`. */
export function readTrend(
  store: Store,
  { since, until, project }: { since: number; until: number; project: string | null },
) {
  const starts = buckets(since, until, "day");
  const ofProject = (condition: string) => (project === null ? "" : `AND ${condition}`);
  /** A row begins with its time. */
  const byDay = <Row extends [at: number, ...unknown[]]>(sql: string, bound: object = {}): Row[][] => {
    const rows = store.query(sql).values({ since, until, project, ...bound }) as Row[];
    const days = Map.groupBy(rows, ([at]) => bucketOf(starts, at));
    return starts.map((_, day) => days.get(day) ?? []);
  };
  const sessions = byDay(
    `SELECT last_seen_at FROM sessions
     WHERE last_seen_at >= $since AND last_seen_at < $until ${ofProject(OF_PROJECT)}`,
  );
  const stops = byDay<[at: number, isBlocked: 0 | 1, ms: number]>(
    `SELECT at, verdict = 'blocked', duration_ms FROM decisions
     WHERE id >= $first AND id < $end AND event = 'Stop' ${ofProject(`+session_id IN (${SESSIONS_OF_PROJECT})`)}`,
    idSpan(store, since),
  );
  const inTime = `at >= $since AND at < $until ${ofProject("project_key = $project")}`;
  const failures = byDay(`SELECT at FROM observations WHERE kind = 'failure' AND ${inTime}`);
  const runs = byDay<[at: number, isRed: 0 | 1]>(`SELECT at, state = 'red' FROM runs WHERE ${inTime}`);
  const count = (days: readonly unknown[][]) => days.map(({ length }) => length);
  return {
    at: starts.map(iso),
    sessions: count(sessions),
    stops: count(stops),
    blocked: count(stops.map((day) => day.filter(([, isBlocked]) => isBlocked))),
    failures: count(failures),
    testRuns: count(runs),
    redRuns: count(runs.map((day) => day.filter(([, isRed]) => isRed))),
    /** Median hook time at a stop; null on a day without stops. */
    medianMs: stops.map(
      (day) => day.map(([, , ms]) => ms).toSorted((a, b) => a - b)[Math.floor(day.length / 2)] ?? null,
    ),
  };
}

export function listReflectionFindings(store: Store, query: Query) {
  const { project = null, status = "new" } = query;
  const rows = store
    .query(
      `SELECT * FROM findings WHERE status = $status AND ($project IS NULL OR project_key = $project)
       ORDER BY last_at DESC, id LIMIT ${MAX_FINDINGS}`,
    )
    .all({ project, status }) as FindingRow[];
  return rows.map((row) => {
    const pattern = JSON.parse(row.pattern) as Partial<Pattern>;
    return {
      ...projectRef(row.project_key, row.project_key),
      id: row.id,
      title: line(row.title),
      /** A sentence or two, with evidence. */
      text: line(pattern.suggestion?.text ?? "", 1000),
      evidence: (pattern.evidence ?? []).map((one) => ({
        /** Such as "line 812" of the transcript, or "decision 31", which is the `stop`. */
        where: line(one.where, 80),
        text: line(one.text),
        stop: Number(/^decision (\d{1,15})$/.exec(one.where)?.[1] ?? 0) || null,
      })),
      /** What accepting does, and what it writes. */
      action: describeSuggestion(pattern),
      status: row.status,
      outcome: lineOrNull(row.outcome),
      sessions: row.sessions,
      session: row.session_id,
      lastAt: iso(row.last_at),
    };
  });
}
