// Many memories at once: files and rows in batches, so that hooks can write in between.
import { UserError } from "../config/user-error.ts";
import { listMemories, memoryWithId } from "../store/memories.ts";
import type { Store } from "../store/open.ts";
import { changeMemory } from "./change-memory.ts";
import { cleanBody, cleanId, cleanTags, cleanTitle } from "./clean-memory.ts";
import type { Remark } from "./formats/json-lines.ts";
import { LONGEST_ID, LONGEST_TITLE } from "./memory.ts";
import { type MemoryPlace, rootFor } from "./roots.ts";
import { type Draft, writeNewMemory } from "./save-memory.ts";

export interface Imported {
  added: number;
  changed: number;
  unchanged: number;
  /** What was left out. */
  problems: Remark[];
  notes: Remark[];
}

const BATCH = 200;
const MOST = 100_000;
const LONGEST_NAME = 60;

export function importMemories(store: Store, place: MemoryPlace, drafts: readonly Draft[]): Imported {
  const imported: Imported = { added: 0, changed: 0, unchanged: 0, problems: [], notes: [] };
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
  return (id ?? title).slice(0, LONGEST_NAME);
}

function takeOne(
  store: Store,
  place: MemoryPlace,
  given: Draft,
  known: Set<string>,
): "added" | "changed" | "unchanged" {
  if (given.id !== undefined && given.id.length > LONGEST_ID)
    throw new UserError("long-id", `its id has over ${LONGEST_ID} characters`, "Give it a shorter one.");
  const draft = keepLongTitle(given);
  const title = cleanTitle(draft.title);
  const wanted = { title, body: cleanBody(draft.body) || title };
  const { key } = rootFor(place, draft.category, draft.personal === true);
  const row = draft.id === undefined ? null : memoryWithId(store, key, cleanId(draft.id));
  if (row !== null) {
    const tags = cleanTags(draft.tags ?? []);
    const isSame = row.title === wanted.title && row.body === wanted.body && row.category === draft.category;
    if (isSame && row.tags === JSON.stringify(tags)) return "unchanged";
    changeMemory(
      store,
      place,
      row,
      { ...wanted, tags, category: draft.category },
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

/** What does not fit the title must still be found. */
function keepLongTitle(draft: Draft): Draft {
  const isLong = [...draft.title].length > LONGEST_TITLE && !draft.body.startsWith(draft.title);
  return isLong ? { ...draft, body: `${draft.title}\n\n${draft.body}` } : draft;
}

function knownTexts(store: Store, { projectKey }: MemoryPlace): Set<string> {
  const rows = listMemories(store, { projectKey, status: null, category: null, limit: MOST });
  return new Set(rows.map(({ project_key, title, body }) => `${project_key}\0${title}\0${body}`));
}
