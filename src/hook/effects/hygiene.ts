// What is refused only once is remembered for the session.
import { showAdviceOnce } from "../../store/advice.ts";
import { refusalMark } from "../gather-leftovers.ts";
import type { Effect } from "./effect.ts";

export const hygiene: Effect = {
  inTransaction(store, { context, facts, held }) {
    const { sessionId } = context.event;
    if (sessionId === null || !held.some(({ code }) => code === "once")) return;
    for (const one of facts.leftovers) {
      if (one.weight === "once") showAdviceOnce(store, sessionId, refusalMark(one));
    }
  },
};
