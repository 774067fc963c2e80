// Which grants and pauses are known to be a person's or were told to one, each as a short hash. Others got round our commands.
import { inTransaction, readMeta, type Store, writeMeta } from "./open.ts";

export type ChangeKind = "grants" | "pauses";

const MAX_KNOWN = 2000;

/** null: nobody has looked yet. */
export function readKnown(store: Store, kind: ChangeKind): Set<string> | null {
  const text = readMeta(store, `known_${kind}`);
  return text === null ? null : new Set(text.split(" ").filter((id) => id !== ""));
}

/** What a person did. Before the first look there is nothing to add to: that look takes what it finds. */
export function addKnown(store: Store, kind: ChangeKind, ids: readonly string[]): void {
  inTransaction(store, () => {
    if (readKnown(store, kind) !== null) keepKnown(store, kind, ids);
  });
}

/** What was seen at the first look, or was told. In a transaction of the caller's. */
export function keepKnown(store: Store, kind: ChangeKind, ids: readonly string[]): void {
  const all = [...new Set([...ids, ...(readKnown(store, kind) ?? [])])];
  writeMeta(store, `known_${kind}`, all.slice(0, MAX_KNOWN).join(" "));
}

/** They are withdrawn: should they come back, that is new. */
export function dropKnown(store: Store, kind: ChangeKind, ids: readonly string[]): void {
  inTransaction(store, () => {
    const known = readKnown(store, kind);
    if (known === null) return;
    for (const id of ids) known.delete(id);
    writeMeta(store, `known_${kind}`, [...known].join(" "));
  });
}
