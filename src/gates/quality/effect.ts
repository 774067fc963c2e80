// A failure is sent in full once; one whose baseline is not known holds once, and somebody finds out meanwhile.

import { startDetached } from "../../platform/process/start-self.ts";
import { showAdviceOnce } from "../../store/advice.ts";
import type { Effect, Outcome } from "../engine/effect.ts";
import type { FailedCheck } from "../engine/facts.ts";
import { measure } from "../engine/measure.ts";
import { holdOnBaseline } from "./baseline-rows.ts";

export const quality: Effect = {
  inTransaction(store, outcome) {
    const { sessionId } = outcome.context.event;
    if (sessionId === null) return;
    for (const { sentKey, baseline, startKey } of heldChecks(outcome)) {
      showAdviceOnce(store, sessionId, sentKey);
      if (baseline === "unknown") holdOnBaseline(store, sessionId, startKey, outcome.context.now);
    }
  },

  async afterCommit(outcome) {
    const { context, held, released } = outcome;
    const { sessionId } = context.event;
    if (held.length > 0) await measure(outcome, "quality_blocks");
    if (released.length > 0) await measure(outcome, "quality_released");
    if (sessionId === null || context.projectDir === null) return;
    if (!heldChecks(outcome).some(({ baseline }) => baseline === "unknown")) return;
    startDetached(["baseline", "--session", sessionId, "--project", context.projectDir]);
  },
};

function heldChecks({ facts, held }: Outcome): FailedCheck[] {
  const fingerprints = new Set(held.map((finding) => finding.fingerprint));
  return (facts.quality?.failures ?? []).filter((failure) => fingerprints.has(failure.fingerprint));
}
