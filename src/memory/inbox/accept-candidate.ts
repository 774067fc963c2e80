// Accepts a candidate as a memory, or dismisses it. Both are feedback on the patterns that found it.
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { remember, type SaveResult } from "../files/remember.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { quarantineReason } from "../files/trust.ts";
import { type Category, SPEAKERS, type Speaker, toCategory } from "../memory.ts";
import { type CandidateEvidence, DIALOG, MESSAGE } from "../triage/candidate.ts";
import { type CandidateRow, findCandidate, listCandidates, settleCandidate } from "./candidates.ts";
import { noteFeedback } from "./prompted-candidates.ts";

/** A person's changes to a candidate; missing fields are taken from the candidate. */
export interface CandidateEdit {
  title?: string;
  body?: string;
  category?: Category;
  tags?: string[];
  personal?: boolean;
  /** Save it even if a memory says nearly the same. */
  force?: boolean;
}

const MAX_CANDIDATES = 1000;

/** `number` as typed. Changes nothing if there is a similar memory. `isByPerson`: otherwise other words are Claude's. */
export function acceptCandidate(
  store: Store,
  place: MemoryPlace,
  number: string,
  wording: CandidateEdit,
  isByPerson: boolean,
): SaveResult {
  // Picked inside the transaction, so that the second of two simultaneous answers is refused.
  return inMemoryTransaction(store, () => {
    const row = pickCandidate(store, place, number);
    if (wording.personal && !isByPerson)
      throw new UserError(
        "not-from-claude",
        `only the user can accept ${number} as a personal memory`,
        "It stays in the inbox. In their own terminal: `holdfast memory inbox`.",
      );
    const title = wording.title ?? titleOf(row);
    const words = {
      title,
      body: wording.body ?? textOf(row, title),
      category: wording.category ?? toCategory(row.category) ?? "DECISION",
      tags: wording.tags ?? [],
    };
    const isReworded = title !== titleOf(row) || words.body !== textOf(row, title);
    const isEdited = isReworded || words.category !== row.category;
    const speaker = speakerOf(row, words);
    const origin = {
      personal: wording.personal === true,
      who: speaker === "user" && isReworded && !isByPerson ? ("claude" as const) : speaker,
      session: row.session_id,
    };
    const done = remember(store, place, words, origin, wording.force ? { force: true } : {});
    if (done.state === "similar") return done;
    settle(store, row, isEdited ? "edited" : "accepted", done.memory.id);
    return done;
  });
}

/** `rejected`: not worth remembering. `duplicate`: known already. */
export type Dismissal = "rejected" | "duplicate";

export type DismissedCandidate = Pick<CandidateRow, "id" | "title">;

export function dismissCandidate(
  store: Store,
  place: MemoryPlace,
  number: string,
  as: Dismissal,
): DismissedCandidate[] {
  return dismiss(store, as, () => [pickCandidate(store, place, number)]);
}

/** Dismisses every new candidate. */
export function dismissAll(store: Store, { projectKey }: MemoryPlace, as: Dismissal): DismissedCandidate[] {
  return dismiss(store, as, () =>
    listCandidates(store, { projectKey, status: "new", limit: MAX_CANDIDATES }),
  );
}

function dismiss(store: Store, as: Dismissal, pick: () => CandidateRow[]): DismissedCandidate[] {
  return inMemoryTransaction(store, () => {
    const rows = pick();
    for (const row of rows) settle(store, row, as, null);
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

function settle(
  store: Store,
  row: CandidateRow,
  status: "accepted" | "edited" | Dismissal,
  memoryId: string | null,
): void {
  if (!settleCandidate(store, { id: row.id, status, memoryId, at: Date.now() })) return;
  // A duplicate says nothing about the quality of the pattern.
  if (status !== "duplicate") noteFeedback(store, JSON.parse(row.patterns) as string[], status);
}

/** The evidence as the memory's text; empty when the title already has all of it. */
export function textOf(row: CandidateRow, title: string): string {
  const lines = linesOf(row).map(({ line }) => line);
  return lines.length === 1 && lines[0] === title.trim() ? "" : lines.join("\n\n");
}

/** The person's lines alone if they contain all words of the title, otherwise Claude's lines too. */
function linesOf({ evidence, who, title }: CandidateRow): CandidateEvidence[] {
  // The rest of the message may be about anything.
  const lines = (JSON.parse(evidence) as CandidateEvidence[]).filter(({ why }) => why !== MESSAGE);
  const own = who === "user" ? lines.filter((one) => one.who === "user") : lines;
  const said = wordsOf(own.map(({ line }) => line).join(" "));
  return wordsOf(title).every((word) => said.includes(word)) ? own : lines;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Claude may repeat what it read: text with Claude's words counts as Claude's, or as a tool's if it addresses the model. What a
 * dialog says of the answer that the person chose is the person's.
 */
function speakerOf(row: CandidateRow, { title, body }: { title: string; body: string }): Speaker {
  const who = SPEAKERS.find((one) => one === row.who) ?? "tool";
  const isUsed = ({ line }: CandidateEvidence) => title === titleOf(row) || body.includes(line);
  const others = linesOf(row).filter((one) => one.who !== who && isUsed(one));
  if (who !== "user" || others.length === 0) return who;
  if (quarantineReason({ title, body, tags: [], who: "tool" }) !== null) return "tool";
  const isAnswer = (JSON.parse(row.patterns) as string[]).includes("answer");
  return isAnswer && others.every(({ why }) => why === DIALOG) ? "user" : "claude";
}

const ORIGINALS: Record<string, string> = { "‹": "<", "›": ">", "¦": "|" };

/** Titles contain lookalikes of these characters, so that the model does not read them as markup; a memory gets the originals. */
export function titleOf(row: CandidateRow): string {
  const said = linesOf(row)
    .map(({ line }) => line)
    .join(" ");
  return row.title.replace(/[‹›¦]/g, (sign) => {
    const original = ORIGINALS[sign] ?? sign;
    return said.includes(original) && !said.includes(sign) ? original : sign;
  });
}
