// A session that stops leaves a few lines in the active plan's MEMORY.md.
import type { Effect } from "../engine/effect.ts";

export const planEffect: Effect = {
  async afterCommit(outcome, store) {
    const { facts, loaded, ruling } = outcome;
    if (!facts.plan || !loaded.config.plan.writeBack) return;
    if (ruling.verdict !== "complete" && ruling.verdict !== "asking") return;
    // Writing moves the tree: what was let go because nothing moved would hold again, and a flow's evidence is of a tree.
    if (facts.flow || Object.keys(ruling.ledger.released).length > 0) return;
    const { leaveNote } = await import("./leave-note.ts");
    await leaveNote(outcome.context, store, facts.plan);
  },
};
