// The timeline of a session: prompts, stops, the work between them, compactions, errors that ended a turn.

import type { DecisionRow } from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { type Act, listActs } from "./acts.ts";
import { iso, line, paragraph } from "./shared.ts";
import { toStopRow } from "./stop-row.ts";

const MAX_STOPS = 300;
const MAX_OBSERVATIONS = 3000;
const MAX_PROMPTS = 500;
const MAX_COMPACTIONS = 50;
/** Shown of the work between two stops. */
const MAX_ENTRIES = 25;
const MAX_STEPS = 400;
const MAX_PROMPT = 4000;

export interface SessionEvents {
  prompts: { text: string; at: number }[];
  stops: DecisionRow[];
  work: { kind: string; title: string; at: number; files: string }[];
  compactions: { at: number; detail: string }[];
  failures: { at: number; detail: string }[];
  acts: Act[];
}

/** A session's events between two times; only the first ones if there are very many. */
export function readEvents(
  store: Store,
  session: string,
  from = 0,
  until = Number.MAX_SAFE_INTEGER,
): SessionEvents {
  const read = <T>(what: string, order: string, max: number) =>
    store
      .query(
        `SELECT ${what} session_id = $session AND at >= $from AND at < $until ORDER BY ${order} LIMIT ${max}`,
      )
      .all({ session, from, until }) as T[];
  return {
    prompts: read("text, at FROM prompts WHERE", "at, id", MAX_PROMPTS),
    stops: read("* FROM decisions WHERE", "id", MAX_STOPS),
    work: read("kind, title, at, files FROM observations WHERE", "at, id", MAX_OBSERVATIONS),
    failures: read("at, detail FROM event_log WHERE event = 'StopFailure' AND", "id", MAX_COMPACTIONS),
    compactions: read("at, detail FROM event_log WHERE event = 'PreCompact' AND", "id", MAX_COMPACTIONS),
    acts: listActs(store, session, from, until),
  };
}

/** From the prompt before a decision to the one after it. A prompt that was not captured has still opened a budget. */
export function promptTimeline(store: Store, { session_id, at }: DecisionRow) {
  if (session_id === null) return { steps: [], leftOut: 0 };
  const { from, until } = store
    .query(
      `WITH starts AS (SELECT at FROM prompts WHERE session_id = $session_id
         UNION SELECT opened_at FROM budgets WHERE session_id = $session_id AND agent = 'main')
       SELECT (SELECT max(at) FROM starts WHERE at <= $at) AS "from",
         (SELECT min(at) FROM starts WHERE at > $at) AS until`,
    )
    .get({ session_id, at }) as { from: number | null; until: number | null };
  return toSteps(readEvents(store, session_id, from ?? 0, until ?? undefined));
}

type Step =
  | ReturnType<typeof toPrompt | typeof toStop | typeof toCompaction | typeof toFailure | typeof toWork>
  | ({ kind: "act" } & Act);

/** In order; if there are very many, the middle is left out. */
export function toSteps({ prompts, stops, work, compactions, failures, acts }: SessionEvents) {
  const marks: { at: number; step: Step }[] = [
    ...prompts.map((one) => ({ at: one.at, step: toPrompt(one) })),
    ...stops.map((row) => ({ at: row.at, step: toStop(row) })),
    ...failures.map((one) => ({ at: one.at, step: toFailure(one) })),
    ...compactions.map((one) => ({ at: one.at, step: toCompaction(one) })),
    ...acts.map((one) => ({ at: Date.parse(one.at), step: { kind: "act" as const, ...one } })),
  ].toSorted((a, b) => a.at - b.at);
  const steps: Step[] = [];
  let next = 0;
  for (const { at, step } of marks) {
    const before = takeWork((one) => one.at <= at);
    if (before) steps.push(before);
    steps.push(step);
  }
  const rest = takeWork(() => true);
  if (rest) steps.push(rest);
  const leftOut = Math.max(0, steps.length - MAX_STEPS);
  if (leftOut > 0) steps.splice(MAX_STEPS / 2, leftOut);
  return { steps, leftOut };

  function takeWork(isBefore: (one: SessionEvents["work"][number]) => boolean): Step | null {
    const from = next;
    for (let one = work[next]; one && isBefore(one); one = work[next]) next++;
    return next === from ? null : toWork(work.slice(from, next));
  }
}

function toPrompt({ at, text }: SessionEvents["prompts"][number]) {
  return { kind: "prompt" as const, at: iso(at), text: paragraph(text, MAX_PROMPT) };
}

/** The work between two stops, by kind. */
function toWork(work: SessionEvents["work"]) {
  const counts: Record<string, number> = {};
  for (const { kind } of work) counts[kind] = (counts[kind] ?? 0) + 1;
  return {
    kind: "work" as const,
    at: iso(work[0]?.at ?? 0),
    until: iso(work.at(-1)?.at ?? 0),
    entries: work
      .slice(0, MAX_ENTRIES)
      .map(({ kind, title, at }) => ({ kind, title: line(title, 160), at: iso(at) })),
    counts,
  };
}

function toStop(row: DecisionRow) {
  const { id, at, event, outcome, title, because, about } = toStopRow({ ...row, project_key: null });
  return { kind: "stop" as const, at, id, event, outcome, title, because, about };
}

function toCompaction({ at, detail }: SessionEvents["compactions"][number]) {
  const text = detailOf(detail, "trigger") === "manual" ? "Compacted by /compact" : "Compacted";
  return { kind: "compaction" as const, at: iso(at), text };
}

function toFailure({ at, detail }: SessionEvents["failures"][number]) {
  const text = `Ended by an error: ${detailOf(detail, "message") || detailOf(detail, "failure")}`;
  return { kind: "failure" as const, at: iso(at), text: line(text, 160) };
}

/** "" if another version wrote it. */
function detailOf(detail: string, key: string): string {
  const read = parseJson(detail);
  return isRecord(read) ? String(read[key] ?? "") : "";
}
