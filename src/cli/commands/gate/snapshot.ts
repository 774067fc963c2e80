// Hidden: started by the hook when a session begins, so that nobody waits for it.
import { rm } from "node:fs/promises";
import { loadConfig } from "../../../config/load-config.ts";
import { pruneChecks } from "../../../gates/quality/prune-checks.ts";
import { type BaselineCase, runBaseline } from "../../../gates/quality/run-baseline.ts";
import { syncIndex } from "../../../memory/index/sync-index.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { baselineDir, deleteBaselinesBefore } from "../../../worktree/baseline.ts";
import { captureBaseline } from "../../../worktree/capture-baseline.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { defineCommand } from "../../command.ts";
import { requireSession, STARTED_OPTIONS } from "../../started-by-hook.ts";
import { withStore } from "../../with-store.ts";

const KEPT_MS = 30 * 24 * 3_600_000;

export const command = defineCommand({
  summary: "keep the work tree as a session finds it",
  details: "For holdfast itself: its hook starts this in the background when a session begins.",
  examples: ["holdfast snapshot --session ID --project DIR"],
  options: STARTED_OPTIONS,
  maxPositionals: 0,
  async run({ options, env }) {
    const { sessionId, projectDir } = requireSession(options);
    const at = Date.now();
    const loaded = await loadConfig(env, projectDir);
    await withStore(env, async (store) => {
      const problem = await captureBaseline(env, store, { sessionId, projectDir, at });
      if (problem) await recordFault(env, { part: "worktree", message: problem, event: null, sessionId });
      await runStartBaseline({ env, store, loaded, sessionId, projectDir });
      for (const old of deleteBaselinesBefore(store, at - KEPT_MS)) {
        await rm(baselineDir(env, old), { recursive: true, force: true });
      }
      await pruneChecks(env, store, at);
      // Memories that came with a clone are then known from the first prompt on.
      syncIndex(store, { env, projectDir, projectKey: await projectKey(projectDir) });
    });
    return 0;
  },
});

async function runStartBaseline(given: BaselineCase): Promise<void> {
  if (given.loaded.config.quality.baseline !== "start") return;
  const message = await runBaseline(given, null);
  const { env, sessionId } = given;
  if (message) await recordFault(env, { part: "baseline", message, event: null, sessionId });
}
