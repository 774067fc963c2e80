// Makes a new store under a private name and puts it into place whole, so that of many first hooks exactly
// one wins and nobody ever sees a half-made file.
import { Database } from "bun:sqlite";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { removeAbandonedDrafts } from "./abandoned-drafts.ts";
import { migrate } from "./migrate.ts";
import { placeFirst } from "./place-first.ts";
import { prepareConnection, type StoreKind } from "./store-file.ts";

export function createStore(path: string, kind: StoreKind): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeAbandonedDrafts(dirname(path), Date.now());
  const draft = `${path}.new-${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const store = new Database(draft, { readwrite: true, create: true, strict: true });
    try {
      chmodSync(draft, 0o600);
      // Must come before the first table: lets `prune` give space back without rewriting the file.
      store.run("PRAGMA auto_vacuum = INCREMENTAL");
      prepareConnection(store);
      migrate(store, kind);
    } finally {
      store.close();
    }
    placeFirst(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    // Another process was first, which is as good.
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(draft + suffix, { force: true });
  }
}
