// A flow: Claude goes on until each condition of VERIFIED_DONE has its evidence.
import type { Effect, Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { gatherFlow } from "./gather.ts";
import { type FlowFacts, judgeFlow } from "./judge.ts";
import { countRound, findFlow, insertEvidence, insertFlow, setFlowStatus } from "./rows.ts";
import { saveFlowFile } from "./state-file.ts";

/** A flow counts its blocks, keeps what was found out about the user, and is suspended when it gets no further. */
const flowEffect: Effect<FlowFacts> = {
  // It may have been cancelled, ended or taken over while the tree was read.
  confirm: (stop, facts, findings) => (isCurrent(stop, facts) ? findings : []),

  inTransaction(stop, { facts, held, released, ruling }) {
    const { store, now: at } = stop;
    const { row, source, recognised } = facts;
    if (source === "row" && row) {
      for (const evidence of recognised) insertEvidence(store, row.id, evidence);
      if (held.length > 0) countRound(store, row.id, at);
    }
    if (released.length === 0) return;
    const flowId = row?.id ?? insertForeign(stop, facts);
    if (flowId !== null) setFlowStatus(store, flowId, { status: "suspended", why: ruling.rule, at });
  },

  async afterCommit(stop, { facts }) {
    const { store, event, stateFolder } = stop;
    if (event.sessionId === null || stateFolder === null) return;
    const row = findFlow(store, event.sessionId);
    if (facts.source !== "row" || row === null || row.id !== facts.row?.id) return;
    if (row.status !== "cancelled") await saveFlowFile(stateFolder, row, facts.conditions);
  },

  measure: ({ held, released }) => ({
    flow_rounds: held.length > 0 ? 1 : 0,
    flow_released: released.length > 0 ? 1 : 0,
  }),
};

export const flow: Gate<FlowFacts> = {
  id: "flow",
  gather: gatherFlow,
  judge: judgeFlow,
  effect: flowEffect,
  remind: async (start) => (await import("./reminder.ts")).remindOfFlow(start),
  observe: async (context) => (await import("./observe.ts")).observe(context),
  milder: ({ flow: { commit } }) => (commit === "block" ? { key: "flow.commit", value: "advise" } : null),
  replay: { unknown: "locks, flows and pipelines are kept outside of transcripts" },
};

/** Another tool's flow has no row of ours until one has to say that it is suspended. */
function insertForeign({ store, event, projectDir, now }: StopContext, facts: FlowFacts): number | null {
  if (event.sessionId === null) return null;
  const { id } = insertFlow(store, {
    sessionId: event.sessionId,
    projectDir: projectDir ?? "",
    task: facts.task,
    phase: facts.phase,
    kind: null,
    complexity: null,
    correctness: null,
    quality: null,
    adversarial: null,
    status: "suspended",
    fileKey: facts.fileKey,
    startedBy: "user",
    createdAt: now,
    startTree: null,
  });
  return id;
}

function isCurrent({ store, event }: StopContext, { row: seen, fileKey }: FlowFacts): boolean {
  if (event.sessionId === null) return false;
  const row = findFlow(store, event.sessionId);
  if (seen === null) return row === null || row.fileKey !== fileKey;
  return row?.id === seen.id && row.status === "active" && row.resumes === seen.resumes;
}
