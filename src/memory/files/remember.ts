// How `memory save`, `memory accept` and reflections add or update a memory. Imports go through import-memories.ts.

import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { findSimilar, type SimilarMemory } from "../index/find-similar.ts";
import type { Speaker } from "../memory.ts";
import { changeMemory, checkScope, type MemoryChange, pickMemory } from "./change-memory.ts";
import { hasSecret } from "./clean-memory.ts";
import { bodyForTitle, isTitleTooLong } from "./memory-file.ts";
import type { MemoryPlace } from "./roots.ts";
import { type SavedMemory, writeNewMemory } from "./save-memory.ts";
import { quarantineReason } from "./trust.ts";

/** The words as they were typed. An update changes only what is given. */
export interface MemoryInput extends MemoryChange {
  title: string;
}

export interface Origin {
  /** About the person, not the project. */
  personal: boolean;
  who: Speaker;
  session: string | null;
}

/** What to do about a memory that says nearly the same; without a policy, such a memory keeps the new one out. */
export interface DuplicatePolicy {
  /** The ID of a memory that gets the new words. */
  update?: string;
  /** The ID of a memory that the new one replaces. */
  supersede?: string;
  /** Saves it beside the others. */
  force?: boolean;
  /** From which similarity on another memory counts; every similar one when left out. */
  minSimilarity?: number;
}

/** What a person should know about a memory that was saved or changed. */
export interface SaveNotices {
  /** Why no session is given it; null when nothing speaks against it. */
  doubt: string | null;
  /** Something that looks like a secret was taken out. */
  redacted: boolean;
  /** The title was cut; the whole of it is in the text. */
  titleCut: boolean;
}

export type SaveResult =
  | (SavedMemory & SaveNotices & { state: "saved" | "changed" })
  | { state: "similar"; similar: SimilarMemory[] };

/** The index must have seen the files before. */
export function remember(
  store: Store,
  place: MemoryPlace,
  words: MemoryInput,
  origin: Origin,
  policy: DuplicatePolicy = {},
): SaveResult {
  return inMemoryTransaction(store, () =>
    policy.update === undefined
      ? addMemory(store, place, words, origin, policy)
      : updateMemory(store, place, words, origin, policy.update),
  );
}

function addMemory(
  store: Store,
  place: MemoryPlace,
  words: MemoryInput,
  origin: Origin,
  policy: DuplicatePolicy,
): SaveResult {
  const now = Date.now();
  const { category = "DECISION", body = "" } = words;
  const draft = { ...origin, ...words, category, body: bodyForTitle(words.title, body) };
  const replaced = policy.supersede === undefined ? null : pickMemory(store, place, policy.supersede);
  if (replaced) checkScope(replaced, origin.personal);
  else if (!policy.force) {
    const { minSimilarity = 0 } = policy;
    const similar = findSimilar(store, place, draft).filter(({ similarity }) => similarity >= minSimilarity);
    if (similar.length > 0) return { state: "similar", similar };
  }
  const links = replaced ? { supersedes: [replaced.memory_id] } : {};
  const saved = writeNewMemory(store, place, { ...draft, ...links }, now);
  if (replaced) changeMemory(store, place, replaced, { status: "superseded" }, now);
  return { state: "saved", ...saved, ...findNotices(saved, words) };
}

function updateMemory(
  store: Store,
  place: MemoryPlace,
  words: MemoryInput,
  { personal }: Origin,
  id: string,
): SaveResult {
  const row = pickMemory(store, place, id);
  if (personal && row.project_key !== "")
    throw new UserError(
      "other-scope",
      `${row.memory_id} is the project's: an update cannot make it personal`,
      "Leave --personal out, or save a memory of your own with --force.",
    );
  const saved = changeMemory(store, place, row, words, Date.now());
  return { state: "changed", ...saved, ...findNotices(saved, words) };
}

export function findNotices(
  { memory, origin }: SavedMemory,
  { title = "", body = "", tags = [] }: MemoryChange,
): SaveNotices {
  return {
    doubt: memory.status === "active" ? quarantineReason(memory, origin) : null,
    redacted: hasSecret([title, body, ...tags]),
    titleCut: isTitleTooLong(title),
  };
}
