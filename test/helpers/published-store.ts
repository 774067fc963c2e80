// Databases that 0.1.0 and 0.2.0 wrote in the same seven sessions of the real client: a preference, a check that fails and is
// fixed, a loop that ends and one that stalls, a flow, memories that replace each other, a lock. See test/fixtures/databases.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { memoryPath } from "../../src/store/open.ts";

export const PUBLISHED = ["0.1.0", "0.2.0"] as const;
export type PublishedVersion = (typeof PUBLISHED)[number];

/** `path`: the ledger's. */
export async function placePublishedStore(path: string, version: PublishedVersion): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (const [name, target] of [
    ["holdfast.db", path],
    ["holdfast-memory.db", memoryPath(path)],
  ] as const) {
    const packed = await Bun.file(`${import.meta.dir}/../fixtures/databases/${version}/${name}.gz`).bytes();
    writeFileSync(target, Bun.gunzipSync(packed), { mode: 0o600 });
  }
}
