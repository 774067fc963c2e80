// A flow counts its blocks, keeps what was found out about the user, and is set aside when it gets no further.

import type { Store } from "../../store/open.ts";
import { sessionStateDir, stateDir } from "../../store/state-files.ts";
import type { HeldFlow } from "../engine/declared-facts.ts";
import type { Effect, Judged, Outcome } from "../engine/effect.ts";
import { measure } from "../engine/measure.ts";
import { insertEvidence } from "./evidence-rows.ts";
import { countRound, findFlow, insertFlow, setFlowStatus } from "./rows.ts";

export const flowEffect: Effect = {
  // It may have been cancelled, ended or taken over while the tree was read.
  confirm: (store, judged, findings) => (stands(store, judged) ? findings : []),

  inTransaction(store, outcome) {
    const { context, facts, held, released, ruling } = outcome;
    if (!facts.flow) return;
    const { row, source, recognised } = facts.flow;
    const at = context.now;
    if (source === "row" && row) {
      for (const evidence of recognised) insertEvidence(store, row.id, evidence);
      if (held.length > 0) countRound(store, row.id, at);
    }
    if (released.length === 0) return;
    if (row) setFlowStatus(store, row.id, { status: "suspended", why: ruling.rule, at });
    else setAside(store, facts.flow, outcome);
  },

  async afterCommit(outcome, store) {
    const { context, loaded, facts, held, released } = outcome;
    const { sessionId } = context.event;
    const folder = sessionStateDir(stateDir(context.env, loaded), sessionId);
    if (!facts.flow || sessionId === null || folder === null) return;
    if (held.length > 0) await measure(outcome, "flow_rounds");
    if (released.length > 0) await measure(outcome, "flow_released");
    const row = findFlow(store, sessionId);
    if (facts.flow.source !== "row" || row === null || row.id !== facts.flow.row?.id) return;
    if (row.status === "cancelled") return;
    const { saveFlowFile } = await import("./save-state-file.ts");
    await saveFlowFile(folder, row, facts.flow.conditions);
  },
};

/** Another tool's flow has no row of ours until one has to say that it is set aside. */
function setAside(store: Store, held: HeldFlow, { context, ruling }: Outcome): void {
  const { sessionId } = context.event;
  if (sessionId === null) return;
  const row = insertFlow(store, {
    sessionId,
    projectDir: context.projectDir ?? "",
    task: held.task,
    phase: held.phase,
    kind: null,
    complexity: null,
    correctness: null,
    quality: null,
    adversarial: null,
    status: "suspended",
    fileKey: held.fileKey,
    startedBy: "user",
    createdAt: context.now,
    startTree: null,
  });
  setFlowStatus(store, row.id, { status: "suspended", why: ruling.rule, at: context.now });
}

function stands(store: Store, { context, facts }: Judged): boolean {
  const { sessionId } = context.event;
  if (!facts.flow || sessionId === null) return false;
  const row = findFlow(store, sessionId);
  const seen = facts.flow.row;
  if (seen === null) return row === null || row.fileKey !== facts.flow.fileKey;
  return row?.id === seen.id && row.status === "active" && row.resumes === seen.resumes;
}
