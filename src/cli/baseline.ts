// Hidden: started by the hook after a check failed of which nobody knows whether it did so before.
import { loadConfig } from "../config/load-config.ts";
import { UserError } from "../config/user-error.ts";
import { runBaseline } from "../hook/run-baseline.ts";
import { isSessionId } from "../protocol/parse-event.ts";
import { takeBaselines } from "../store/baselines.ts";
import { recordFault } from "../store/fault-log.ts";
import { defineCommand } from "./command.ts";
import { withStore } from "./with-store.ts";

export const command = defineCommand({
  summary: "run failed checks on the tree a session started from",
  details: "For holdfast itself: its hook starts this in the background when a check fails.",
  examples: ["holdfast baseline --session ID --project DIR"],
  options: {
    session: { type: "string", value: "ID", help: "the session" },
    project: { type: "string", value: "DIR", help: "its project" },
  },
  maxPositionals: 0,
  async run({ options, env }) {
    const { session: sessionId = "", project: projectDir = "" } = options;
    if (!isSessionId(sessionId) || !projectDir.startsWith("/")) {
      throw new UserError("usage", "--session and --project are needed", "The hook starts this by itself.");
    }
    const loaded = await loadConfig(env, projectDir);
    await withStore(env, async (store) => {
      const wanted = new Set(takeBaselines(store, sessionId, Date.now()));
      if (wanted.size === 0) return;
      const problem = await runBaseline({ env, store, loaded, sessionId, projectDir }, wanted);
      if (problem) await recordFault(env, { part: "baseline", message: problem, event: null, sessionId });
    });
    return 0;
  },
});
