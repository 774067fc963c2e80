// One thing in the inbox, as a memory or as something that was not worth it.
import { UserError } from "../config/user-error.ts";
import { findSimilar } from "../memory/find-similar.ts";
import { readCategory, SPEAKERS } from "../memory/memory.ts";
import { keepTyped } from "../memory/own-text.ts";
import type { MemoryPlace } from "../memory/roots.ts";
import { type Draft, type Saved, writeNewMemory } from "../memory/save-memory.ts";
import { type CandidateRow, findCandidate, settleCandidate } from "../store/candidates.ts";
import type { Store } from "../store/open.ts";
import { noteFeedback } from "../store/pattern-feedback.ts";
import { readCategoryOption, readTags } from "./memory-options.ts";

export interface Accepted {
  saved: Saved;
  /** As it was worded. */
  given: Draft;
}

/** Inside a transaction: of two who settle the same at once, one is told. */
export function pickCandidate(store: Store, place: MemoryPlace, text: string): CandidateRow {
  const row = /^\d+$/.test(text) ? findCandidate(store, Number(text)) : null;
  if (row?.project_key === place.projectKey && row.status === "new") return row;
  const why =
    row?.project_key === place.projectKey
      ? `${text} was ${row.status === "edited" ? "accepted" : row.status} before`
      : `there is no ${text} in the inbox`;
  throw new UserError("no-candidate", why, "`holdfast memory inbox` lists what is new.");
}

export type Wording = {
  title?: string;
  body: string | undefined;
  category?: string;
  tags?: string;
  personal?: boolean;
  force?: boolean;
};

function toDraft(row: CandidateRow, { title, body, category, tags, personal }: Wording): Draft {
  const own = readCategory(row.category) ?? "DECISION";
  return {
    title: title ?? titleOf(row),
    body: body ?? quoted(row),
    category: category === undefined ? own : readCategoryOption(category),
    tags: readTags(tags) ?? [],
    personal: personal === true,
    who: SPEAKERS.find((who) => who === row.who) ?? "tool",
    session: row.session_id,
    confidence: Math.min(1, Math.max(0, row.score)),
  };
}

/** Code in it has other signs while it is told to the model; what is kept has its own again. */
function titleOf({ title, evidence }: CandidateRow): string {
  if (!/[<>|]/.test(evidence)) return title;
  return title.replaceAll("‹", "<").replaceAll("›", ">").replaceAll("¦", "|");
}

/** What was said, where the title does not have it all. */
function quoted(row: CandidateRow): string {
  const lines = (JSON.parse(row.evidence) as { line: string }[]).map(({ line }) => line);
  return lines.length === 1 && lines[0] === titleOf(row) ? "" : lines.join("\n\n");
}

/** Must run inside a transaction that has the write lock. */
export function acceptCandidate(
  store: Store,
  place: MemoryPlace,
  row: CandidateRow,
  wording: Wording,
): Accepted {
  const given = toDraft(row, wording);
  const [near] = wording.force ? [] : findSimilar(store, place, given);
  if (near) {
    throw new UserError(
      "like-another",
      `${near.id} says nearly the same: ${near.title}`,
      `Keep both: holdfast memory accept ${row.id} --force. Or: holdfast memory edit ${near.id} …, then holdfast memory reject ${row.id}.`,
    );
  }
  const draft = { ...given, body: keepTyped(given.title, given.body) };
  const saved = writeNewMemory(store, place, draft, Date.now());
  const isEdited =
    given.title !== titleOf(row) || given.category !== row.category || given.body !== quoted(row);
  answerCandidate(store, row, isEdited ? "edited" : "accepted", saved.memory.id);
  return { saved, given };
}

/** The answer, for the inbox and for the patterns that found it. */
export function answerCandidate(
  store: Store,
  row: CandidateRow,
  status: "accepted" | "edited" | "rejected",
  memoryId: string | null,
): void {
  if (!settleCandidate(store, { id: row.id, status, memoryId, at: Date.now() })) return;
  noteFeedback(store, JSON.parse(row.patterns) as string[], status);
}
