// The project's checks on what the session changed; without stages of ours, the word of another tool's file.

import type { Gate, Outcome } from "../engine/gate.ts";
import { holdOnBaseline } from "./baseline.ts";
import { gatherBesideWork, gatherQuality } from "./gather.ts";
import { type FailedCheck, judgeQuality, type QualityFacts } from "./judge.ts";

export const quality: Gate<QualityFacts> = {
  id: "quality",
  gather: gatherQuality,
  gatherBesideWork,
  judge: judgeQuality,
  effect: {
    inTransaction({ store, event, now }, outcome) {
      if (event.sessionId === null) return;
      for (const { baseline, startKey } of heldChecks(outcome))
        if (baseline !== "new") holdOnBaseline(store, event.sessionId, startKey, now);
    },

    async afterCommit(stop, outcome) {
      const { event, projectDir } = stop;
      if (event.sessionId === null || projectDir === null) return;
      if (!heldChecks(outcome).some(({ baseline }) => baseline === "unknown")) return;
      const { startDetached } = await import("../../platform/process/start-self.ts");
      startDetached(["baseline", "--session", event.sessionId, "--project", projectDir]);
    },

    measure: ({ held, released }) => ({
      quality_blocks: held.length > 0 ? 1 : 0,
      quality_released: released.length > 0 ? 1 : 0,
    }),
  },
  gatherAfterTurn: async (stop) => (await import("./gather-later.ts")).gatherAfterTurn(stop),
  replay: { unknown: "commands would have to run on the work tree of that moment" },
};

function heldChecks({ facts, held }: Outcome<QualityFacts>): FailedCheck[] {
  const fingerprints = new Set(held.map((finding) => finding.fingerprint));
  return facts.failures.filter((failure) => fingerprints.has(failure.fingerprint));
}
