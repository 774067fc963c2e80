// Accepts a candidate as a memory, or rejects it. Either is also feedback on the patterns that found it.

import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { remember, type SaveResult } from "../files/remember.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { quarantineReason } from "../files/trust.ts";
import { type Category, readCategory, SPEAKERS, type Speaker } from "../memory.ts";
import { type CandidateEvidence, MESSAGE } from "../triage/candidate.ts";
import { type CandidateRow, findCandidate, listCandidates, settleCandidate } from "./candidates.ts";
import { noteFeedback } from "./prompted-candidates.ts";

/** How a person words it; without, as it was found. */
export interface Wording {
  title?: string;
  body?: string;
  category?: Category;
  tags?: string[];
  personal?: boolean;
  /** Saves it even when a memory says nearly the same. */
  force?: boolean;
}

const MAX_CANDIDATES = 1000;

/** `number` as it was typed. Nothing changes when a similar memory keeps it out. */
export function acceptCandidate(
  store: Store,
  place: MemoryPlace,
  number: string,
  wording: Wording,
): SaveResult {
  // Picked inside the transaction: of two answers at once, the second is refused.
  return inMemoryTransaction(store, () => {
    const row = pickCandidate(store, place, number);
    const title = wording.title ?? titleOf(row);
    const words = {
      title,
      body: wording.body ?? textOf(row, title),
      category: wording.category ?? readCategory(row.category) ?? "DECISION",
      tags: wording.tags ?? [],
      confidence: Math.min(1, Math.max(0, row.score)),
    };
    const origin = {
      personal: wording.personal === true,
      who: speakerOf(row, words),
      session: row.session_id,
    };
    const done = remember(store, place, words, origin, wording.force ? { force: true } : {});
    if (done.state === "similar") return done;
    const isEdited =
      title !== titleOf(row) || words.category !== row.category || words.body !== textOf(row, title);
    answer(store, row, isEdited ? "edited" : "accepted", done.memory.id);
    return done;
  });
}

/** Not worth remembering, or known already. */
export type Dismissal = "rejected" | "duplicate";

export type Dismissed = Pick<CandidateRow, "id" | "title">;

export function dismissCandidate(
  store: Store,
  place: MemoryPlace,
  number: string,
  as: Dismissal,
): Dismissed[] {
  return dismiss(store, as, () => [pickCandidate(store, place, number)]);
}

/** Everything that is new. */
export function dismissAll(store: Store, { projectKey }: MemoryPlace, as: Dismissal): Dismissed[] {
  return dismiss(store, as, () =>
    listCandidates(store, { projectKey, status: "new", limit: MAX_CANDIDATES }),
  );
}

function dismiss(store: Store, as: Dismissal, pick: () => CandidateRow[]): Dismissed[] {
  return inMemoryTransaction(store, () => {
    const rows = pick();
    for (const row of rows) answer(store, row, as, null);
    return rows.map(({ id, title }) => ({ id, title }));
  });
}

function pickCandidate(store: Store, place: MemoryPlace, text: string): CandidateRow {
  const row = /^\d+$/.test(text) ? findCandidate(store, Number(text)) : null;
  if (row?.project_key === place.projectKey && (row.status === "new" || row.status === "said")) return row;
  const why =
    row?.project_key === place.projectKey
      ? `${text} was ${PAST[row.status] ?? row.status} before`
      : `there is no ${text} in the inbox`;
  throw new UserError("no-candidate", why, "`holdfast memory inbox` lists what is new.");
}

const PAST: Record<string, string> = { edited: "accepted", duplicate: "marked as a duplicate" };

function answer(
  store: Store,
  row: CandidateRow,
  status: "accepted" | "edited" | Dismissal,
  memoryId: string | null,
): void {
  if (!settleCandidate(store, { id: row.id, status, memoryId, at: Date.now() })) return;
  // That it is known already says nothing about what found it.
  if (status !== "duplicate") noteFeedback(store, JSON.parse(row.patterns) as string[], status);
}

/** What was said, where the title does not have all of it: under a title in other words it is kept as the text. */
export function textOf(row: CandidateRow, title: string): string {
  const lines = linesOf(row).map(({ line }) => line);
  return lines.length === 1 && lines[0] === title.trim() ? "" : lines.join("\n\n");
}

/** What the person said stands for itself; what Claude said of it belongs to it where the title has words of it. */
function linesOf({ evidence, who, title }: CandidateRow): CandidateEvidence[] {
  // The rest of a message may be about anything.
  const lines = (JSON.parse(evidence) as CandidateEvidence[]).filter(({ why }) => why !== MESSAGE);
  const own = who === "user" ? lines.filter((one) => one.who === "user") : lines;
  const said = wordsOf(own.map(({ line }) => line).join(" "));
  return wordsOf(title).every((word) => said.includes(word)) ? own : lines;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Claude repeats what it reads: words beside the person's are Claude's, or a tool's where they command. */
function speakerOf(row: CandidateRow, { title, body }: { title: string; body: string }): Speaker {
  const who = SPEAKERS.find((one) => one === row.who) ?? "tool";
  const isUsed = ({ line }: CandidateEvidence) => title === titleOf(row) || body.includes(line);
  const isOwn = linesOf(row).every((one) => one.who === who || !isUsed(one));
  if (who !== "user" || isOwn) return who;
  return quarantineReason({ title, body, tags: [], who: "tool" }) === null ? "claude" : "tool";
}

const LOOKALIKES: Record<string, string> = { "<": "‹", ">": "›", "|": "¦" };

/** A title has lookalikes of these signs, so that the model takes it for no markup; a memory gets the signs that were said. */
export function titleOf(row: CandidateRow): string {
  const { title } = row;
  if (!/[‹›¦]/.test(title)) return title;
  const lines = linesOf(row).map(({ line }) => line);
  const said = lines.join(" ").replace(/\s+/g, " ");
  return (
    findAsSaid(said, title) ??
    title.replace(/\S+/g, (word) => findAsSaid(said, word) ?? restoreSigns(said, word))
  );
}

/** The same words as they were said; null where they were said otherwise. */
function findAsSaid(said: string, words: string): string | null {
  const disguised = said.replace(/[<>|]/g, (sign) => LOOKALIKES[sign] ?? sign);
  const uncut = words.replace(/…$/, "");
  // A title begins with a capital, whatever was said.
  for (const start of [0, 1]) {
    const part = uncut.slice(start);
    const at = part === "" ? -1 : disguised.indexOf(part);
    if (at !== -1)
      return words.slice(0, start) + said.slice(at, at + part.length) + words.slice(uncut.length);
  }
  return null;
}

/** Where markup stood in between: by the signs that were said at all. */
function restoreSigns(said: string, word: string): string {
  return Object.entries(LOOKALIKES).reduce(
    (text, [sign, lookalike]) =>
      said.includes(sign) && !said.includes(lookalike) ? text.replaceAll(lookalike, sign) : text,
    word,
  );
}
