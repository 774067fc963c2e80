// Compares what Claude's last message says was tested, committed or pushed with what the session really did. Advises by default.
import { markShown } from "../../store/notices.ts";
import type { Gate } from "../engine/gate.ts";
import { type ClaimFacts, gatherClaims, heldNoticeId } from "./gather.ts";
import { fingerprintOf, judgeClaims } from "./judge.ts";

export const claims: Gate<ClaimFacts> = {
  id: "claims",
  gather: gatherClaims,
  judge: judgeClaims,
  effect: {
    // Each claim with its evidence holds one stop only.
    inTransaction({ store, sessionId }, { facts: { contradicted }, held }) {
      for (const claim of contradicted)
        if (held.some(({ fingerprint }) => fingerprint === fingerprintOf(claim)))
          markShown(store, sessionId, heldNoticeId(claim));
    },
  },
};
