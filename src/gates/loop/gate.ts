// A loop: Claude goes on until its verify command passes, or, without one, until it says it is done.
import type { Effect, Finding, Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { gatherLoop } from "./gather.ts";
import { judgeLoop, type LoopFacts } from "./judge.ts";
import { endLoop, findLoop, noteRound, setLoopStatus } from "./rows.ts";
import { writeLoopFile } from "./state-file.ts";

/** It counts its blocks, ends when it is finished, and is suspended when it gets no further. */
const loopEffect: Effect<LoopFacts> = {
  // It may have been cancelled, ended or taken over while its command ran.
  confirm: (stop, facts, findings) => (isCurrent(stop, facts) ? findings : []),

  inTransaction({ store, event, now: at }, { facts, ruling, held, released, advised }) {
    if (facts.source !== "row" || event.sessionId === null) return;
    const { check } = facts;
    const ended = isFinished(advised);
    noteRound(store, event.sessionId, {
      rounds: held.length > 0 ? 1 : 0,
      result: ended ? "passed" : check ? "failed" : null,
      lastError: ended ? null : (check?.error ?? null),
      at,
    });
    const row = ended ? findLoop(store, event.sessionId) : null;
    if (row) endLoop(store, row, at);
    // A loop becomes advice when its own rounds are used up while another finding still blocks: suspended too.
    else if (released.length + advised.length > 0) {
      const why = released.length > 0 ? ruling.rule : "total";
      setLoopStatus(store, event.sessionId, { status: "suspended", why, at });
    }
  },

  async afterCommit({ event, store, stateFolder }, { facts }) {
    const row = event.sessionId && findLoop(store, event.sessionId);
    if (facts.source !== "row" || !row || stateFolder === null) return;
    await writeLoopFile(stateFolder, row);
  },

  measure({ facts, held, released, advised }) {
    if (facts.source !== "row") return {};
    return {
      loop_rounds: held.length > 0 ? 1 : 0,
      loop_released: released.length > 0 ? 1 : 0,
      loop_passed: isFinished(advised) ? 1 : 0,
    };
  },
};

export const loop: Gate<LoopFacts> = {
  id: "loop",
  gather: gatherLoop,
  judge: judgeLoop,
  effect: loopEffect,
  replay: {
    loadFollower: async () => (await import("./replay.ts")).followLoopCommands,
    evidence: ({ task }) => [{ text: task }],
  },
  remind: async (start) => (await import("./reminder.ts")).remindOfLoop(start),
};

function isCurrent(
  { store, event }: StopContext,
  { source, id, iteration, isSuspended }: LoopFacts,
): boolean {
  if (source !== "row" || event.sessionId === null) return true;
  const row = findLoop(store, event.sessionId);
  const status = isSuspended ? "suspended" : "active";
  return row?.status === status && `${row.created_at}.${row.resumes}` === id && row.iteration === iteration;
}

function isFinished(advised: readonly Finding[]): boolean {
  return advised.some(({ code }) => code === "finished");
}
