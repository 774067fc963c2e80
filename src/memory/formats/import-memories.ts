// Imports many memories: files and rows in batches, so that hooks can write in between.
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { changeMemory, type MemoryChange } from "../files/change-memory.ts";
import { cleanBody, cleanId, cleanTags, cleanTitle } from "../files/clean-memory.ts";
import { bodyForTitle } from "../files/memory-file.ts";
import { type MemoryPlace, rootFor, rootsOf } from "../files/roots.ts";
import { type MemoryDraft, writeNewMemory } from "../files/save-memory.ts";
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
const MAX_MEMORIES = 100_000;
const MAX_NAME = 60;

export function importMemories(
  store: Store,
  place: MemoryPlace,
  drafts: readonly MemoryDraft[],
): ImportResult {
  const imported: ImportResult = { added: 0, changed: 0, unchanged: 0, problems: [], notes: [] };
  const known = knownTexts(store, place);
  const unique = withoutRepeats(place, drafts, imported.notes);
  for (let n = 0; n < unique.length; n += BATCH) {
    const batch = unique.slice(n, n + BATCH);
    inMemoryTransaction(store, () => {
      for (const draft of batch) importDraft(draft);
    });
  }
  return imported;

  function importDraft(draft: MemoryDraft): void {
    try {
      imported[importOne(store, place, draft, known)]++;
    } catch (error) {
      // A folder that cannot be written fails for all of them.
      if (!(error instanceof UserError) || error.code === "cannot-write" || error.code === "not-a-folder")
        throw error;
      imported.problems.push({ where: nameOf(draft), why: error.message });
    }
  }
}

/** Of drafts with the same id the last one. */
function withoutRepeats(place: MemoryPlace, drafts: readonly MemoryDraft[], notes: Remark[]): MemoryDraft[] {
  const byId = Map.groupBy(drafts, (draft) => {
    const { id, category, personal } = draft;
    return id === undefined ? draft : `${rootFor(place, category, personal === true).key}\0${cleanId(id)}`;
  });
  return [...byId.values()].flatMap((same) => {
    const last = same.at(-1);
    if (last === undefined) return [];
    if (same.length > 1)
      notes.push({ where: nameOf(last), why: `it is there ${same.length} times; the last one counts` });
    return [last];
  });
}

function nameOf({ id, title }: MemoryDraft): string {
  return (id ?? title).slice(0, MAX_NAME);
}

function importOne(
  store: Store,
  place: MemoryPlace,
  given: MemoryDraft,
  known: Set<string>,
): "added" | "changed" | "unchanged" {
  if (given.id !== undefined && given.id.length > MAX_ID)
    throw new UserError("long-id", `its id has over ${MAX_ID} characters`, "Give it a shorter one.");
  const draft = { ...given, body: bodyForTitle(given.title, given.body) };
  const title = cleanTitle(draft.title);
  const wanted = { title, body: cleanBody(draft.body) || title };
  const { key } = rootFor(place, draft.category, draft.personal === true);
  const roots = rootsOf(place).map(({ dir }) => dir);
  const row = draft.id === undefined ? null : memoryWithId(store, key, cleanId(draft.id), roots);
  if (row !== null) {
    const tags = cleanTags(draft.tags ?? []);
    const isSame = row.title === wanted.title && row.body === wanted.body && row.category === draft.category;
    const metadata = newMetadata(row, draft);
    if (isSame && row.tags === JSON.stringify(tags) && Object.keys(metadata).length === 0) return "unchanged";
    changeMemory(
      store,
      place,
      row,
      { ...wanted, ...metadata, tags, category: draft.category },
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
 * What the draft changes of a known memory besides its text. An import may retire a memory but not restore it, nor make an
 * untrusted source trusted: only a person may. "active" and "user" are what readers fill in by default.
 */
function newMetadata(
  row: MemoryRow,
  { id, status, who, confidence, supersedes = [] }: MemoryDraft,
): MemoryChange {
  const metadata: MemoryChange = {};
  if (status !== undefined && status !== "active" && status !== row.status) metadata.status = status;
  const isTrustedMore = isUntrusted(row.who) && !isUntrusted(who ?? "user");
  if (who !== undefined && who !== "user" && who !== row.who && !isTrustedMore) metadata.who = who;
  if (confidence !== undefined && confidence !== row.confidence) metadata.confidence = confidence;
  const known = JSON.parse(row.supersedes) as string[];
  const added = supersedes.map(cleanId).filter((each) => each !== "" && each !== id && !known.includes(each));
  if (added.length > 0) metadata.supersedes = [...new Set([...known, ...added])];
  return metadata;
}

function knownTexts(store: Store, { projectKey }: MemoryPlace): Set<string> {
  const rows = listMemories(store, { projectKey, status: null, category: null, limit: MAX_MEMORIES });
  return new Set(rows.map(({ project_key, title, body }) => `${project_key}\0${title}\0${body}`));
}
