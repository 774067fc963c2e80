// Hidden: started by the hook after a check failed of which nobody knows whether it did so before.
import { loadConfig } from "../../../config/load-config.ts";
import { takeBaselines } from "../../../gates/quality/baseline-rows.ts";
import { runBaseline } from "../../../gates/quality/run-baseline.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { defineCommand } from "../../command.ts";
import { requireSession, STARTED_OPTIONS } from "../../started-by-hook.ts";
import { withStore } from "../../with-store.ts";

export const command = defineCommand({
  summary: "run failed checks on the tree a session started from",
  details: "For holdfast itself: its hook starts this in the background when a check fails.",
  examples: ["holdfast baseline --session ID --project DIR"],
  options: STARTED_OPTIONS,
  maxPositionals: 0,
  async run({ options, env }) {
    const { sessionId, projectDir } = requireSession(options);
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
