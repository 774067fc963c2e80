import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { mayCapture } from "../../../config/place.ts";
import type { CommandResult } from "../../../platform/process/run-command.ts";
import { type OwnRun, recordOwnRun } from "../../../recording/queue/pending-queue.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import { findAgent } from "../../person.ts";
import { withStore } from "../../target.ts";

const TREE_MS = 5000;

/** Adds a check that one of our commands ran to the record of runs. A failure here does not change the result. */
export async function saveRun(
  env: Environment,
  run: Omit<OwnRun, "tree"> & Partial<Pick<OwnRun, "tree">>,
  result: CommandResult,
): Promise<void> {
  const { sessionId, dir } = run;
  try {
    const { config } = await loadConfig(env, dir);
    if (!mayCapture({ env, projectDir: dir }, config)) return;
    const tree = run.tree ?? ((await readTreeState(dir, { env, deadlineMs: TREE_MS })).fingerprint || null);
    await withStore(env, (store) =>
      recordOwnRun(store, { ...run, tree, isInAgent: findAgent(env) !== null }, result),
    );
  } catch (error) {
    await recordFault(env, { part: "runs", message: (error as Error).message, event: null, sessionId });
  }
}
