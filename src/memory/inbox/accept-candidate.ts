// One thing in the inbox, as a memory or as something that was not worth it.

import { readCategoryOption, readTags } from "../../cli/commands/memory/options.ts";
import { isTooLongToShow, quote, repeatOptions } from "../../cli/commands/memory/save-again.ts";
import type { Store } from "../../store/open.ts";

import { UserError } from "../../text/user-error.ts";
import { bodyForTitle } from "../files/memory-file.ts";
import type { MemoryPlace } from "../files/roots.ts";
import { type Draft, type SavedMemory, writeNewMemory } from "../files/save-memory.ts";
import { findSimilar } from "../index/find-similar.ts";
import { readCategory, SPEAKERS } from "../memory.ts";
import { type CandidateRow, findCandidate, settleCandidate } from "./candidates.ts";
import { noteFeedback } from "./pattern-feedback.ts";

export interface Accepted {
  saved: SavedMemory;
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
  project?: string;
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

const SIGNS: Record<string, string> = { "<": "‹", ">": "›", "|": "¦" };

/** Code in it has other signs while it is told to the model; what is kept has those again that were said. */
function titleOf(row: CandidateRow): string {
  const { title } = row;
  if (!/[‹›¦]/.test(title)) return title;
  const said = linesOf(row).join(" ").replace(/\s+/g, " ");
  return (
    findSaid(said, title) ?? title.replace(/\S+/g, (word) => findSaid(said, word) ?? turnBack(said, word))
  );
}

/** The same words as they were said; null where they were said otherwise. */
function findSaid(said: string, words: string): string | null {
  const told = said.replace(/[<>|]/g, (sign) => SIGNS[sign] ?? sign);
  const uncut = words.replace(/…$/, "");
  // A title begins with a capital, whatever was said.
  for (const start of [0, 1]) {
    const part = uncut.slice(start);
    const at = part === "" ? -1 : told.indexOf(part);
    if (at !== -1)
      return words.slice(0, start) + said.slice(at, at + part.length) + words.slice(uncut.length);
  }
  return null;
}

/** Where markup stood between, by the signs that were said at all. */
function turnBack(said: string, word: string): string {
  return Object.entries(SIGNS).reduce(
    (text, [own, told]) => (said.includes(own) && !said.includes(told) ? text.replaceAll(told, own) : text),
    word,
  );
}

function linesOf({ evidence }: CandidateRow): string[] {
  return (JSON.parse(evidence) as { line: string }[]).map(({ line }) => line);
}

/** What was said, where the title does not have it all. */
function quoted(row: CandidateRow): string {
  const lines = linesOf(row);
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
      waysOut(row.id, near.id, wording),
    );
  }
  const draft = { ...given, body: bodyForTitle(given.title, given.body) };
  const saved = writeNewMemory(store, place, draft, Date.now());
  const isEdited =
    given.title !== titleOf(row) || given.category !== row.category || given.body !== quoted(row);
  answerCandidate(store, row, isEdited ? "edited" : "accepted", saved.memory.id);
  return { saved, given };
}

function waysOut(number: number, nearId: string, { personal, body, ...given }: Wording): string {
  const needsStdin = isTooLongToShow(body);
  const said = repeatOptions({ ...given, body }, needsStdin) + (personal ? " --personal" : "");
  const where = repeatOptions({ project: given.project }, false);
  return [
    `Keep both${needsStdin ? ", with the text once more on stdin" : ""}: holdfast memory accept ${number}${said} --force`,
    `Or change that one: holdfast memory edit ${quote(nearId)}${where} …, then holdfast memory reject ${number}${where}`,
  ].join("\n");
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
