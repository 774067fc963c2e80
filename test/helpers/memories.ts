// A project and a home with memories in them: real files, a real store.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { MemoryPlace } from "../../src/memory/files/roots.ts";
import { type MemoryDraft, type SavedMemory, writeNewMemory } from "../../src/memory/files/save-memory.ts";
import { slugOf } from "../../src/memory/files/slug.ts";
import type { MemoryRow } from "../../src/memory/index/memories.ts";
import { syncIndex } from "../../src/memory/index/sync-index.ts";
import { inMemoryTransaction } from "../../src/store/open.ts";
import { openNewStore } from "./new-store.ts";
import { makeTempHome, makeTempProject } from "./temp.ts";

export async function makeMemoryPlace() {
  const holdfastHome = makeTempHome();
  const projectDir = makeTempProject();
  const place: MemoryPlace = { env: { holdfastHome }, projectDir, projectKey: projectDir };
  const store = await openNewStore(`${holdfastHome}/holdfast.db`);
  const folder = `${projectDir}/.claude/memory`;
  return {
    store,
    place,
    folder,
    /** With an id that a test can name. */
    save(draft: Partial<MemoryDraft> & { title: string }): SavedMemory {
      const whole = { body: "", category: "DECISION" as const, id: slugOf(draft.title), ...draft };
      return inMemoryTransaction(store, () => writeNewMemory(store, place, whole, Date.now()));
    },
    sync: () => syncIndex(store, place),
    write(name: string, text: string): void {
      mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
      writeFileSync(`${folder}/${name}`, text);
    },
    read: (name: string) => readFileSync(`${folder}/${name}`, "utf8"),
    rows: () => store.query("SELECT * FROM memories ORDER BY place").all() as MemoryRow[],
  };
}
