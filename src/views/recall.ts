// What sessions were given from earlier ones, where each line came from, and whether it was used.

import { findMemoryById } from "../memory/index/memories.ts";
import {
  findSource,
  listRecalledItems,
  listReceipts,
  type RecalledItemRow,
  type ReceiptRow,
  recalledLines,
} from "../memory/recall/recall-receipts.ts";
import { findDecision } from "../store/decisions.ts";
import type { Store } from "../store/open.ts";
import { findSession } from "../store/sessions.ts";
import { printable } from "../text/printable.ts";
import { iso, isoOrNull, line, lineOrNull, parseStrings } from "./shared.ts";
import { toStopRow, withProject } from "./stop-row.ts";

export type Receipt = ReturnType<typeof toReceipt>;

/** Newest first. */
export function listRecalled(store: Store, filter: Parameters<typeof listReceipts>[1], max: number) {
  return listReceipts(store, filter, max).map((row) => toReceipt(store, row));
}

function toReceipt(store: Store, row: ReceiptRow) {
  return {
    at: iso(row.at),
    session: row.session_id,
    event: row.event,
    prompt: row.prompt_id,
    tokens: row.tokens,
    /** The words searched for. */
    terms: toTerms(row.terms),
    lines: recalledLines(row).map((one) => toLine(store, one, row.session_id)),
    items: listRecalledItems(store, row.id).map((item) => toItem(store, item, row.session_id)),
  };
}

function toTerms(terms: string): string[] {
  return parseStrings(terms).map((term) => line(term, 60));
}

type RecalledLine = ReturnType<typeof recalledLines>[number];
type Source = RecalledLine["from"][number];

function toLine(store: Store, { part, from }: RecalledLine, sessionId: string) {
  const sources = from.map((ref) => toSource(store, ref, sessionId));
  const [first] = sources;
  return {
    part,
    /** Of the first source: observation, prompt, session, memory, decision …; "" if it was not recorded. */
    kind: first?.kind ?? "",
    /** null: forgotten since. */
    text: first?.text ?? null,
    session: first?.session ?? null,
    memory: first?.kind === "memory" ? readUse(store, sessionId, first.id) : null,
    sources,
  };
}

/** As it is in the store now. */
function toSource(store: Store, ref: Source, sessionId: string) {
  const { text, session, at, place, file } = findSource(store, ref, sessionId);
  const stop = ref.source === "decision" ? findDecision(store, Number(ref.id)) : null;
  return {
    ...(stop
      ? { kind: `stop ${stop.id}`, text: toStopRow(withProject(store, stop)).title }
      : { kind: ref.source, text: lineOrNull(text) }),
    ...{ id: ref.id, session, at: isoOrNull(at), place },
    file: file === null ? null : printable(file),
  };
}

/** The project's memory, or a personal one; and whether and how the session used it, null if unknown. */
function readUse(store: Store, session: string, id: string) {
  const projectKey = findSession(store, session)?.project_key ?? "";
  const memory = findMemoryById(store, projectKey, id) ?? findMemoryById(store, "", id);
  if (!memory) return null;
  const outcome = store
    .query("SELECT used, how FROM memory_outcomes WHERE session_id = $session AND memory_id = $id LIMIT 1")
    .get({ session, id }) as { used: number; how: string | null } | null;
  return {
    projectKey: memory.project_key,
    id,
    title: line(memory.title),
    used: outcome && outcome.used === 1,
    how: lineOrNull(outcome?.how),
  };
}

function toItem(store: Store, { source, item_id: id, score, terms }: RecalledItemRow, sessionId: string) {
  const { text: title, session, at } = toSource(store, { source, id }, sessionId);
  return {
    ...{ source, id, title, session, at },
    /** null if it was recalled because it is recent or open, not found by words. */
    score: score === null ? null : Math.round(score * 100) / 100,
    terms: toTerms(terms),
  };
}
