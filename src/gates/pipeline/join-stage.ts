// A subagent that fits a stage joins the session's pipeline, and starts it when the stage requires nothing.

import type { Store } from "../../store/open.ts";
import { inTransaction } from "../../store/transaction.ts";
import { listReports, noteSubagentStart } from "./report-rows.ts";
import { findPipeline, setPipelineStatus, startPipeline } from "./rows.ts";
import { chooseStage, type Stage, type StageState, weighStages } from "./stages.ts";

interface Newcomer {
  sessionId: string;
  projectDir: string;
  agentId: string;
  agentType: string;
  /** The stage its prompt names. */
  named: string | null;
  at: number;
}

export interface JoinedStage {
  runId: number;
  own: StageState;
  states: StageState[];
}

/** null when the pipeline has no place for it: an agent of a later stage alone starts nothing. */
export function joinStage(store: Store, stages: readonly Stage[], agent: Newcomer): JoinedStage | null {
  return inTransaction(store, () => joinNow(store, stages, agent));
}

function joinNow(store: Store, stages: readonly Stage[], agent: Newcomer): JoinedStage | null {
  const last = findPipeline(store, agent.sessionId);
  const open = last?.status === "active" || last?.status === "suspended" ? last : null;
  const states = weighStages(stages, open ? listReports(store, open.id) : []);
  const own = chooseStage(states, agent.agentType, agent.named);
  if (own === null || (open === null && own.requires.length > 0)) return null;
  const run = open ?? startPipeline(store, agent);
  if (run.status === "suspended")
    setPipelineStatus(store, run.id, { status: "active", why: null, at: agent.at });
  const { agentId, agentType, at } = agent;
  noteSubagentStart(store, run.id, {
    agentId,
    agentType,
    stage: own.stage,
    early: own.unmet.length > 0,
    at,
  });
  return { runId: run.id, own, states };
}
