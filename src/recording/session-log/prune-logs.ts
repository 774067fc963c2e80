import { readdirSync, rmSync, statSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import { sessionLogDir } from "./session-log.ts";

const DAY = 24 * 3_600_000;

/** Removes the logs of sessions that were last seen before the raw calls that are kept. Returns how many. */
export function pruneSessionLogs(
  env: Pick<Environment, "holdfastHome">,
  { retention }: Config,
  now: number,
  dryRun: boolean,
): number {
  const before = now - retention.rawDays * DAY;
  const old = listFolders(sessionLogDir(env)).filter((folder) => {
    const { mtimeMs } = statSync(`${folder}/log.jsonl`, { throwIfNoEntry: false }) ?? statSync(folder);
    return mtimeMs < before;
  });
  if (!dryRun) for (const folder of old) rmSync(folder, { recursive: true, force: true });
  return old.length;
}

function listFolders(parent: string): string[] {
  try {
    return readdirSync(parent).map((name) => `${parent}/${name}`);
  } catch {
    return []; // None was written yet.
  }
}
