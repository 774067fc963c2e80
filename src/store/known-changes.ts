// The grants and pauses that a person made with our commands or was told about, each as a short hash. Any other one was made
// without our commands.
import { inTransaction, readMeta, type Store, writeMeta } from "./open.ts";

export type ChangeKind = "grants" | "pauses";

const MAX_KNOWN_CHANGES = 2000;

/** null before the first comparison. */
export function readKnownChanges(store: Store, kind: ChangeKind): Set<string> | null {
  const text = readMeta(store, `known_${kind}`);
  return text === null ? null : new Set(text.split(" ").filter((id) => id !== ""));
}

/** For changes that a person made. Does nothing before the first comparison, which saves all changes it finds. */
export function addKnownChanges(store: Store, kind: ChangeKind, ids: readonly string[]): void {
  inTransaction(store, () => {
    if (readKnownChanges(store, kind) !== null) saveKnownChanges(store, kind, ids);
  });
}

/** Must run in a transaction of the caller. */
export function saveKnownChanges(store: Store, kind: ChangeKind, ids: readonly string[]): void {
  const all = [...new Set([...ids, ...(readKnownChanges(store, kind) ?? [])])];
  writeMeta(store, `known_${kind}`, all.slice(0, MAX_KNOWN_CHANGES).join(" "));
}

/** For changes that were undone: if they come back, they are new. */
export function removeKnownChanges(store: Store, kind: ChangeKind, ids: readonly string[]): void {
  inTransaction(store, () => {
    const known = readKnownChanges(store, kind);
    if (known === null) return;
    for (const id of ids) known.delete(id);
    writeMeta(store, `known_${kind}`, [...known].join(" "));
  });
}
