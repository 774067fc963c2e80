// Between two measurements: what the events so far have logged is moved into the database, as it is in a session at work,
// whose tool calls see to that. A row that only ever stops would read back a log that nobody has.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { databasePath } from "../src/config/environment.ts";
import { memoryPath } from "../src/store/open.ts";

/** So many measurements between. */
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
