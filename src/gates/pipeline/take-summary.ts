// One summary for the agent that sent several subagents at once, when the last of them is done.
import type { Store } from "../../store/open.ts";
import { summariseUntold } from "./look-at-pipeline.ts";
import { failRunning, markTold } from "./report-rows.ts";

const ENDED = /<task-id>([\w-]+)<\/task-id>/g;

/** null when there is nothing to tell yet. */
export function takeSummary(store: Store, runId: number, prompt: string, now: number): string | null {
  return store
    .transaction(() => {
      // Its end is told to Claude: what has no report by now will have none.
      for (const [, agentId = ""] of prompt.matchAll(ENDED)) failRunning(store, runId, agentId, now);
      const summary = summariseUntold(store, runId);
      if (summary !== null) markTold(store, runId);
      return summary;
    })
    .immediate();
}
