// A failure is sent in full once; one whose baseline is not known holds once, and somebody finds out meanwhile.

import { showAdviceOnce } from "../../store/notices.ts";
import type { Effect, Outcome } from "../engine/gate.ts";
import { measure } from "../engine/measure.ts";
import { holdOnBaseline } from "./baseline.ts";
import type { FailedCheck, QualityFacts } from "./judge.ts";

export const qualityEffect: Effect<QualityFacts> = {
  inTransaction({ store, event, now }, outcome) {
    if (event.sessionId === null) return;
    for (const { sentKey, baseline, startKey } of heldChecks(outcome)) {
      showAdviceOnce(store, event.sessionId, sentKey);
      if (baseline === "unknown") holdOnBaseline(store, event.sessionId, startKey, now);
    }
  },

  async afterCommit(stop, outcome) {
    const { event, projectDir } = stop;
    if (outcome.held.length > 0) await measure(stop, "quality_blocks");
    if (outcome.released.length > 0) await measure(stop, "quality_released");
    if (event.sessionId === null || projectDir === null) return;
    if (!heldChecks(outcome).some(({ baseline }) => baseline === "unknown")) return;
    const { startDetached } = await import("../../platform/process/start-self.ts");
    startDetached(["baseline", "--session", event.sessionId, "--project", projectDir]);
  },
};

function heldChecks({ facts, held }: Outcome<QualityFacts>): FailedCheck[] {
  const fingerprints = new Set(held.map((finding) => finding.fingerprint));
  return facts.failures.filter((failure) => fingerprints.has(failure.fingerprint));
}
