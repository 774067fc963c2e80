// Why a stop was held, allowed or released, and what came before and after it.
import { describeRule } from "../gates/engine/budget.ts";
import { suggestSettings } from "../review/wrong-holds.ts";
import type { DecisionRow } from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { type Act, listActs } from "./acts.ts";
import { readJudgeCalls } from "./judge-calls.ts";
import { iso, isoOrNull, lineOrNull, paragraph } from "./shared.ts";
import { listFindings, toStopRow, withProject } from "./stop-row.ts";

export type ExplainedStop = ReturnType<typeof explainStop>;

export function explainStop(store: Store, row: DecisionRow) {
  const isWithheld = row.verdict === "blocked" && row.rule !== "open-findings";
  return {
    ...toStopRow(withProject(store, row)),
    /** Why a release that was due was withheld; null if none was. */
    withheld: isWithheld ? describeRule(row.rule) : null,
    /** The message to Claude; for "asking", the question. */
    reason: row.reason === null ? null : paragraph(row.reason),
    findings: listFindings(row),
    wrongAt: isoOrNull(row.wrong_at),
    wrongWhy: lineOrNull(row.wrong_why),
    /** What to set after the third mark for the same reason in the project, one text per reason. */
    suggestions: suggestSettings(store, row).map(({ text }) => paragraph(text)),
    /** The judges that were asked after it. */
    judges: readJudgeCalls(store, row),
    ...readNeighbours(store, row),
  };
}

interface Neighbour {
  /** The session's stop before or after this one; null if there is none. */
  stop: { id: number; title: string; at: string } | null;
  /** The releases between the two. */
  acts: Act[];
}

function readNeighbours(store: Store, row: DecisionRow): { before: Neighbour; after: Neighbour } {
  const { session_id: session, agent, id, at } = row;
  if (session === null) return { before: { stop: null, acts: [] }, after: { stop: null, acts: [] } };
  const read = (condition: string, order: string) =>
    store
      .query(
        `SELECT * FROM decisions WHERE session_id = $session AND agent = $agent AND ${condition}
         ORDER BY id ${order} LIMIT 1`,
      )
      .get({ session, agent, id }) as DecisionRow | null;
  const releases = (from?: number, until?: number) =>
    listActs(store, session, from, until).filter(({ isRelease }) => isRelease);
  const before = read("id < $id", "DESC");
  const after = read("id > $id", "ASC");
  return {
    before: { stop: before && toNeighbour(before), acts: releases(before?.at, at) },
    after: { stop: after && toNeighbour(after), acts: releases(at, after?.at) },
  };
}

function toNeighbour(row: DecisionRow) {
  return { id: row.id, title: toStopRow({ ...row, project_key: null }).title, at: iso(row.at) };
}
