// Many memories at once: files and rows in batches, so that hooks can write in between.

import type { Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { type Change, changeMemory } from "../files/change-memory.ts";
import { cleanBody, cleanId, cleanTags, cleanTitle } from "../files/clean-memory.ts";
import { bodyForTitle } from "../files/memory-file.ts";
import { type MemoryPlace, rootFor, rootsOf } from "../files/roots.ts";
import { type Draft, writeNewMemory } from "../files/save-memory.ts";
import { isUntrusted } from "../files/trust.ts";
import { listMemories, type MemoryRow, memoryWithId } from "../index/memories.ts";
import { MAX_ID } from "../memory.ts";
import type { Remark } from "./json-lines.ts";

export interface ImportResult {
  added: number;
  changed: number;
  unchanged: number;
  /** What was left out. */
  problems: Remark[];
  notes: Remark[];
}

const BATCH = 200;
const MOST = 100_000;
const MAX_NAME = 60;

export function importMemories(store: Store, place: MemoryPlace, drafts: readonly Draft[]): ImportResult {
  const imported: ImportResult = { added: 0, changed: 0, unchanged: 0, problems: [], notes: [] };
  const known = knownTexts(store, place);
  const last = lastOfEach(place, drafts, imported.notes);
  for (let n = 0; n < last.length; n += BATCH) {
    const batch = last.slice(n, n + BATCH);
    store
      .transaction(() => {
        for (const draft of batch) take(draft);
      })
      .immediate();
  }
  return imported;

  function take(draft: Draft): void {
    try {
      imported[takeOne(store, place, draft, known)]++;
    } catch (error) {
      // A folder that cannot be written fails for all of them: no use in going on.
      if (!(error instanceof UserError) || error.code === "cannot-write" || error.code === "not-a-folder")
        throw error;
      imported.problems.push({ where: nameOf(draft), why: error.message });
    }
  }
}

/** Of those with the same id: the one that the next import would find. */
function lastOfEach(place: MemoryPlace, drafts: readonly Draft[], notes: Remark[]): Draft[] {
  const times = new Map<string, number>();
  const keys = drafts.map(({ id, category, personal }, n) =>
    id === undefined ? `\0${n}` : `${rootFor(place, category, personal === true).key}\0${cleanId(id)}`,
  );
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  const left = new Map(times);
  return drafts.filter((draft, n) => {
    const key = keys[n] ?? "";
    left.set(key, (left.get(key) ?? 1) - 1);
    if (left.get(key) !== 0) return false;
    const many = times.get(key) ?? 1;
    if (many > 1) notes.push({ where: nameOf(draft), why: `it is there ${many} times; the last one counts` });
    return true;
  });
}

function nameOf({ id, title }: Draft): string {
  return (id ?? title).slice(0, MAX_NAME);
}

function takeOne(
  store: Store,
  place: MemoryPlace,
  given: Draft,
  known: Set<string>,
): "added" | "changed" | "unchanged" {
  if (given.id !== undefined && given.id.length > MAX_ID)
    throw new UserError("long-id", `its id has over ${MAX_ID} characters`, "Give it a shorter one.");
  const draft = { ...given, body: bodyForTitle(given.title, given.body) };
  const title = cleanTitle(draft.title);
  const wanted = { title, body: cleanBody(draft.body) || title };
  const { key } = rootFor(place, draft.category, draft.personal === true);
  const atHand = rootsOf(place).map(({ dir }) => dir);
  const row = draft.id === undefined ? null : memoryWithId(store, key, cleanId(draft.id), atHand);
  if (row !== null) {
    const tags = cleanTags(draft.tags ?? []);
    const isSame = row.title === wanted.title && row.body === wanted.body && row.category === draft.category;
    const standing = newMetadata(row, draft);
    if (isSame && row.tags === JSON.stringify(tags) && Object.keys(standing).length === 0) return "unchanged";
    changeMemory(
      store,
      place,
      row,
      { ...wanted, ...standing, tags, category: draft.category },
      draft.updated ?? Date.now(),
    );
    return "changed";
  }
  const text = `${key}\0${wanted.title}\0${wanted.body}`;
  if (draft.id === undefined && known.has(text)) return "unchanged";
  writeNewMemory(store, place, draft, Date.now());
  known.add(text);
  return "added";
}

/**
 * What it says of a known memory besides its words. An import takes out of use and never into it, and what came from
 * outside stays that: both are for a person to say. A reader fills in "active" and "user" where nothing is said.
 */
function newMetadata(row: MemoryRow, { id, status, who, confidence, supersedes = [] }: Draft): Change {
  const standing: Change = {};
  if (status !== undefined && status !== "active" && status !== row.status) standing.status = status;
  const isTrustedMore = isUntrusted(row.who) && !isUntrusted(who ?? "user");
  if (who !== undefined && who !== "user" && who !== row.who && !isTrustedMore) standing.who = who;
  if (confidence !== undefined && confidence !== row.confidence) standing.confidence = confidence;
  const known = JSON.parse(row.supersedes) as string[];
  const added = supersedes.map(cleanId).filter((each) => each !== "" && each !== id && !known.includes(each));
  if (added.length > 0) standing.supersedes = [...new Set([...known, ...added])];
  return standing;
}

function knownTexts(store: Store, { projectKey }: MemoryPlace): Set<string> {
  const rows = listMemories(store, { projectKey, status: null, category: null, limit: MOST });
  return new Set(rows.map(({ project_key, title, body }) => `${project_key}\0${title}\0${body}`));
}
