// Moves the write-ahead log into the database between measurements, as tool calls do in a working session. Otherwise a row that
// only stops would read an unrealistically long log.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { databasePath } from "../src/config/environment.ts";
import { memoryPath } from "../src/store/open.ts";

/** Measurements between two moves. */
export const TURN = 5;

export function moveLogs(home: string): void {
  const path = databasePath({ holdfastHome: `${home}/.holdfast` });
  for (const file of [path, memoryPath(path)]) {
    if (!existsSync(file)) continue;
    const store = new Database(file);
    store.run("PRAGMA wal_checkpoint(TRUNCATE)");
    store.close();
  }
}
