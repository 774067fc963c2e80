// Checks on the tree a session started from: what failed there is not the session's doing.
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { findCheck, saveCheck } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";
import { findBaselineIn } from "../../worktree/baseline.ts";
import { withTemporaryWorktree } from "../../worktree/temporary-worktree.ts";
import { decodeTreeState, type TreeState } from "../../worktree/tree-state.ts";
import type { Check } from "../commands/check.ts";
import { permittedStages } from "../commands/permitted.ts";
import { runCheck } from "../commands/run-check.ts";
import { cacheKey } from "./due-checks.ts";

export interface BaselineCase {
  env: Environment;
  store: Store;
  loaded: LoadedConfig;
  sessionId: string;
  projectDir: string;
}

const COPY_MS = 120_000;
/** A fresh copy has nothing built yet. */
const MAX_MS = 600_000;

/** Says what went wrong, or null. `wanted` null: all checks. */
export async function runBaseline(
  given: BaselineCase,
  wanted: ReadonlySet<string> | null,
): Promise<string | null> {
  const { env, store, loaded, sessionId, projectDir } = given;
  const start = decodeTreeState((await findBaselineIn(store, sessionId, projectDir))?.tree ?? "");
  if (start?.root == null) return null;
  const { stages } = await permittedStages(env, loaded, projectDir);
  const open = stages
    .flatMap(({ checks }) => checks)
    .flatMap((check) => {
      const key = cacheKey(check, start);
      const isAsked = key !== null && (wanted === null || wanted.has(key));
      return isAsked && findCheck(store, key) === null ? [{ check, key }] : [];
    });
  if (open.length === 0) return null;
  const tried = await withTemporaryWorktree(
    start,
    { env, deadlineMs: COPY_MS, tempDir: env.tempDir },
    (folder) => runAll(given, start, folder, open),
  );
  return tried.ok ? null : tried.problem;
}

async function runAll(
  { env, store, projectDir }: BaselineCase,
  { root }: TreeState,
  folder: string,
  open: { check: Check; key: string }[],
): Promise<void> {
  for (const { check, key } of open) {
    const place = { env, projectDir, key, folder: `${folder}${check.folder.slice((root ?? "").length)}` };
    const row = await runCheck(check, place, { timeoutMs: MAX_MS });
    saveCheck(store, row);
  }
}
