// Opens the store. The common case is one open and three pragmas; everything rarer is loaded when needed.
import type { Database } from "bun:sqlite";
import { openFile } from "./store-file.ts";

export type Store = Database;

/** Only what gates and capture need: no event waits for tables it does not use. `waitMs`: for another process's lock. */
export function openLedger(path: string, waitMs?: number): Promise<Store> {
  return openFile(path, "ledger", waitMs);
}

/** All of it: beside the ledger what is remembered, under the same roof. */
export async function openStore(path: string): Promise<Store> {
  const store = await openLedger(path);
  try {
    const { attachMemory } = await import("./attach-memory.ts");
    await attachMemory(store, path);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Where what is remembered lies beside the ledger. */
export function memoryPath(path: string): string {
  return path.replace(/(?:\.db)?$/, "-memory.db");
}
