// Exports go as raw calls do: when they are too old, and the oldest first when there is too much.
import { rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Store } from "../../store/open.ts";
import { allExportPlaces } from "./archive-rows.ts";
import { listExports } from "./list-exports.ts";

const DAY = 24 * 3_600_000;
const MEGABYTE = 1024 * 1024;

export interface PrunedExports {
  exports: number;
  exportBytes: number;
}

export function pruneExports(
  store: Store,
  { retention }: Config,
  now: number,
  dryRun: boolean,
): PrunedExports {
  const pruned: PrunedExports = { exports: 0, exportBytes: 0 };
  let kept = 0;
  for (const { path, bytes, modifiedAt } of listExports(allExportPlaces(store))) {
    kept += bytes;
    if (modifiedAt >= now - retention.rawDays * DAY && kept <= retention.megabytes * MEGABYTE) continue;
    if (!dryRun && !remove(path)) continue;
    pruned.exports++;
    pruned.exportBytes += bytes;
  }
  return pruned;
}

/** One that cannot be removed must not keep the others. */
function remove(path: string): boolean {
  try {
    rmSync(path, { force: true });
  } catch {
    return false;
  }
  try {
    rmdirSync(dirname(path));
  } catch {
    // There is something else in it, such as a reflection.
  }
  return true;
}
