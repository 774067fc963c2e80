// What is refused only once is remembered for the session; so is what a person was told of and let stand.
import { showAdviceOnce } from "../../store/advice.ts";
import type { Effect } from "../engine/effect.ts";
import { refusalMark } from "./gather.ts";

export const hygieneEffect: Effect = {
  inTransaction(store, { context, facts, held, advised }) {
    const { sessionId, name } = context.event;
    const isSaid = held.some(({ code }) => code === "once") || (name === "Stop" && advised.length > 0);
    if (sessionId === null || !isSaid) return;
    for (const one of facts.leftovers) {
      if (one.weight === "once") showAdviceOnce(store, sessionId, refusalMark(one));
    }
  },
};
