import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { databasePath } from "../../src/config/environment.ts";
import { memoryPath } from "../../src/store/open.ts";
import { homeOf, type Place } from "./holdfast.ts";

/** Opens both files of a place's store without creating, migrating or quarantining them. */
export function openWhole(place: Place): Database {
  const path = databasePath(homeOf(place));
  const store = new Database(path, { strict: true });
  // A process that the session left behind may be closing the store.
  store.run("PRAGMA busy_timeout = 5000");
  if (existsSync(memoryPath(path))) store.query("ATTACH $file AS memory").run({ file: memoryPath(path) });
  return store;
}
