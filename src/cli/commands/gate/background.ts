// Hidden commands that the hook starts in the background, so that nobody waits for them.
import { rm } from "node:fs/promises";
import { loadConfig } from "../../../config/load-config.ts";
import { takeBaselines } from "../../../gates/quality/baseline.ts";
import { pruneChecks } from "../../../gates/quality/prune-checks.ts";
import { type BaselineCase, runBaseline } from "../../../gates/quality/run-baseline.ts";
import { syncIndex } from "../../../memory/index/sync-index.ts";
import { isSessionId } from "../../../protocol/hook-event.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { UserError } from "../../../text/user-error.ts";
import { baselineDir, deleteBaselinesBefore } from "../../../worktree/baseline.ts";
import { captureBaseline } from "../../../worktree/capture-baseline.ts";
import { projectKey } from "../../../worktree/project-key.ts";
import { defineCommand } from "../../command.ts";
import { withStore } from "../../store.ts";

const MAX_AGE_MS = 30 * 24 * 3_600_000;
const OPTIONS = {
  session: { type: "string", value: "ID", help: "the session" },
  project: { type: "string", value: "DIR", help: "its project" },
} as const;

/** When a check failed and nobody knows whether it did so before. */
export const baseline = defineCommand({
  details: "For holdfast itself: its hook starts this in the background when a check fails.",
  examples: ["holdfast baseline --session ID --project DIR"],
  options: OPTIONS,
  async run({ options, env }) {
    const { sessionId, projectDir } = requireSession(options);
    const loaded = await loadConfig(env, projectDir);
    await withStore(env, async (store) => {
      const wanted = new Set(takeBaselines(store, sessionId, Date.now()));
      if (wanted.size > 0) await runAndRecord({ env, store, loaded, sessionId, projectDir }, wanted);
    });
    return 0;
  },
});

/** When a session begins. */
export const snapshot = defineCommand({
  details: "For holdfast itself: its hook starts this in the background when a session begins.",
  examples: ["holdfast snapshot --session ID --project DIR"],
  options: OPTIONS,
  async run({ options, env }) {
    const { sessionId, projectDir } = requireSession(options);
    const at = Date.now();
    const loaded = await loadConfig(env, projectDir);
    await withStore(env, async (store) => {
      const problem = await captureBaseline(env, store, { sessionId, projectDir, at });
      if (problem) await recordFault(env, { part: "worktree", message: problem, event: null, sessionId });
      if (loaded.config.quality.baseline === "start")
        await runAndRecord({ env, store, loaded, sessionId, projectDir }, null);
      for (const old of deleteBaselinesBefore(store, at - MAX_AGE_MS)) {
        await rm(baselineDir(env, old), { recursive: true, force: true });
      }
      await pruneChecks(env, store, at);
      // Memories that came with a clone are then known from the first prompt on.
      syncIndex(store, { env, projectDir, projectKey: await projectKey(projectDir) });
    });
    return 0;
  },
});

/** `wanted` null: all checks. */
async function runAndRecord(given: BaselineCase, wanted: ReadonlySet<string> | null): Promise<void> {
  const message = await runBaseline(given, wanted);
  const { env, sessionId } = given;
  if (message) await recordFault(env, { part: "baseline", message, event: null, sessionId });
}

function requireSession({
  session: sessionId = "",
  project: projectDir = "",
}: {
  session?: string;
  project?: string;
}): { sessionId: string; projectDir: string } {
  if (isSessionId(sessionId) && projectDir.startsWith("/")) return { sessionId, projectDir };
  throw new UserError("usage", "--session and --project are needed", "The hook starts this by itself.");
}
