// Debug statements, focused tests, merge markers, secrets, notes and stubs in lines that were added.
import { markShown } from "../../store/notices.ts";
import type { Gate } from "../engine/gate.ts";
import { gatherLeftovers, refusalMark } from "./gather.ts";
import { type FoundLeftover, judgeLeftovers, leftoverEvidence } from "./judge.ts";

export const hygiene: Gate<FoundLeftover[]> = {
  id: "hygiene",
  gather: gatherLeftovers,
  judge: judgeLeftovers,
  effect: {
    // What is refused only once is remembered for the session; so is what a person was told of and let stand.
    inTransaction({ store, event }, { facts: found, held, advised }) {
      const isSaid =
        held.some(({ code }) => code === "once") || (event.name === "Stop" && advised.length > 0);
      if (event.sessionId === null || !isSaid) return;
      for (const one of found) if (one.weight === "once") markShown(store, event.sessionId, refusalMark(one));
    },
  },
  milder: ({ hygiene: { stop } }) => (stop === "block" ? { key: "hygiene.stop", value: "advise" } : null),
  replay: { evidence: leftoverEvidence },
};
