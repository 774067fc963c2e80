// Runs every check of the project that may run and has no result on the present tree: what an agent judge is shown.
import { findCheck } from "../../store/check-results.ts";
import { readTreeOnce } from "../../worktree/event-tree.ts";
import { permittedStages } from "../commands/permitted.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { runOnTree } from "./check-changes.ts";
import { cacheKey, runStages } from "./due-checks.ts";
import { withRunSlot } from "./gather-after-turn.ts";

/** Below the client's timeout for the hook, with time left for the judge. */
const MAX_MS = 600_000;
const MIN_MS = 1000;

export async function runAllChecks(
  stop: StopContext,
  projectDir: string,
  signal: AbortSignal,
): Promise<void> {
  const { store, commands } = stop;
  const tree = await readTreeOnce(stop, projectDir);
  const { stages } = await permittedStages({ ...stop, projectDir });
  const open = stages.flatMap(({ checks }) => checks).some((check) => findResult(check) === null);
  if (commands === null || tree.fingerprint === "" || !open) return;
  const until = Date.now() + MAX_MS;
  await withRunSlot(
    store,
    projectDir,
    () => !signal.aborted,
    (ending) =>
      runStages(
        stages,
        async (check) => {
          const known = findResult(check);
          const timeoutMs = Math.min(check.timeoutMs, until - Date.now());
          if (known !== null || timeoutMs < MIN_MS || ending.aborted) return known ?? undefined;
          const target = { projectDir, root: tree.root, key: cacheKey(check, tree), tree: async () => tree };
          return runOnTree(check, { ...stop, commands }, target, { timeoutMs, signal: ending });
        },
        1,
      ),
  );

  function findResult(check: Parameters<typeof cacheKey>[0]) {
    const key = cacheKey(check, tree);
    return key === null ? null : findCheck(store, key);
  }
}
