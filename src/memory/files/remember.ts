// Adds or updates one memory, for `memory save` and `memory accept`. Imports go through import-memories.ts.
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { findSimilar, type SimilarMemory } from "../index/find-similar.ts";
import type { Speaker } from "../memory.ts";
import { changeMemory, checkScope, type MemoryChange, pickMemory } from "./change-memory.ts";
import { hasSecret } from "./clean-memory.ts";
import { bodyForTitle, isTitleTooLong } from "./memory-file.ts";
import type { MemoryPlace } from "./roots.ts";
import { type SavedMemory, writeNewMemory } from "./save-memory.ts";
import { isUntrusted, quarantineReason } from "./trust.ts";

/** Text as typed. An update changes only the given fields. */
export interface MemoryInput extends MemoryChange {
  title: string;
}

export interface MemorySource {
  /** About the person, not the project. */
  personal: boolean;
  who: Speaker;
  session: string | null;
}

/** What to do when a memory says nearly the same. By default the new memory is not saved. */
export interface DuplicatePolicy {
  /** The ID of a memory to update with the new text. */
  update?: string;
  /** The ID of a memory to replace. */
  supersede?: string;
  /** Save it anyway. */
  force?: boolean;
  /** Memories below this similarity are ignored. */
  minSimilarity?: number;
}

/** What a person should know about a memory that was saved or changed. */
export interface SaveNotices {
  /** Why sessions will not be given the memory; null when they will. */
  doubt: string | null;
  /** Something that looks like a secret was removed. */
  redacted: boolean;
  /** The title was cut; the text has all of it. */
  titleCut: boolean;
}

export type SaveResult =
  | (SavedMemory & SaveNotices & { state: "saved" | "changed" })
  | { state: "similar"; similar: SimilarMemory[] };

/** The index must be in sync with the files. */
export function remember(
  store: Store,
  place: MemoryPlace,
  words: MemoryInput,
  origin: MemorySource,
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
  origin: MemorySource,
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
  { personal, who }: MemorySource,
  id: string,
): SaveResult {
  const row = pickMemory(store, place, id);
  if (personal && row.project_key !== "")
    throw new UserError(
      "other-scope",
      `${row.memory_id} belongs to the project: an update cannot make it personal`,
      "Leave out --personal, or save a personal memory with --force.",
    );
  // What a tool or a page said stays theirs: otherwise Claude could lift its quarantine.
  const speaker = who === "claude" && isUntrusted(row.who) ? { who: row.who as Speaker } : {};
  const saved = changeMemory(store, place, row, { ...words, ...speaker }, Date.now());
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
