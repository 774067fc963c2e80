// Results and logs of checks that nobody will ask for any more.
import { readdir, rm, stat } from "node:fs/promises";
import { checkLogDir, type Environment } from "../../config/environment.ts";
import { dropChecksBefore } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";

const KEPT_MS = 14 * 24 * 3_600_000;
const MAX_LOGS = 200;

export async function pruneChecks(
  env: Pick<Environment, "holdfastHome">,
  store: Store,
  now: number,
): Promise<void> {
  dropChecksBefore(store, now - KEPT_MS);
  const folder = checkLogDir(env);
  const names = await readdir(folder).catch(() => []); // No check has failed yet.
  const logs = await Promise.all(
    names.map(async (name) => ({
      path: `${folder}/${name}`,
      at: (await stat(`${folder}/${name}`).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const newest = logs.toSorted((a, b) => b.at - a.at);
  const old = newest.filter(({ at }, index) => index >= MAX_LOGS || at < now - KEPT_MS);
  for (const { path } of old) await rm(path, { force: true });
}
