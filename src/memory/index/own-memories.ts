// Which texts of memory files are ours: written on this machine, or vouched for by a person.
import type { Store } from "../../store/open.ts";

/** `hash`: of the file's whole text. When that changes, it is somebody else's again. */
export function addOwnMemory(store: Store, projectKey: string, hash: string): void {
  store
    .query("INSERT OR IGNORE INTO own_memories (project_key, hash) VALUES ($projectKey, $hash)")
    .run({ projectKey, hash });
}

export function isOwnMemory(store: Store, projectKey: string, hash: string): boolean {
  return (
    store
      .query("SELECT 1 FROM own_memories WHERE project_key = $projectKey AND hash = $hash")
      .get({ projectKey, hash }) !== null
  );
}
