// A flow with everything that speaks for it: what was recorded, what the user did meanwhile, the tree as it is.

import type { Store } from "../../store/open.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";
import type { FlowTree, TreeSources } from "./flow-tree.ts";
import { type ConditionState, dependsOnTree, judgeConditions } from "./judge-conditions.ts";
import { recogniseUser } from "./recognise-user.ts";
import { listEvidence } from "./rows.ts";

interface FlowState {
  flow: Flow;
  evidence: Evidence[];
  states: ConditionState[];
  /** What the user did, not recorded yet. */
  recognised: NewEvidence[];
}

export interface FlowStateOnTree extends FlowState {
  tree: FlowTree;
}

interface Surroundings extends TreeSources {
  /** How far the transcript was looked through before for what the user did. */
  cursor?: number;
}

const NO_TREE = { mark: "", changed: false };

export async function readFlowState(
  store: Store,
  flow: Flow,
  around: Surroundings,
): Promise<FlowStateOnTree> {
  const reading = readTree(store, flow, around);
  reading.catch(() => {}); // Thrown below, unless something else is first.
  const recorded = listEvidence(store, flow.id);
  const recognised = await recogniseUser(flow, recorded, around.transcriptPath, around.cursor ?? 0);
  const evidence = withRecognised(recorded, recognised);
  const tree = await reading;
  return { flow, evidence, states: judgeConditions({ flow, evidence, tree }), tree, recognised };
}

/** The same without a look at the work tree; null when that has a say in what is open. */
export async function readFlowStateWithoutTree(
  store: Store,
  flow: Flow,
  around: Surroundings,
): Promise<FlowState | null> {
  const recorded = listEvidence(store, flow.id);
  const before = judgeConditions({ flow, evidence: recorded, tree: NO_TREE });
  if (dependsOnTree(before, recorded)) return null;
  const recognised = await recogniseUser(flow, recorded, around.transcriptPath, around.cursor ?? 0);
  if (recognised.length === 0) return { flow, evidence: recorded, states: before, recognised };
  const evidence = withRecognised(recorded, recognised);
  const states = judgeConditions({ flow, evidence, tree: NO_TREE });
  return dependsOnTree(states, evidence) ? null : { flow, evidence, states, recognised };
}

async function readTree(store: Store, flow: Flow, around: Surroundings): Promise<FlowTree> {
  const { readFlowTree } = await import("./flow-tree.ts");
  return readFlowTree(store, flow, around);
}

function withRecognised(recorded: readonly Evidence[], recognised: readonly NewEvidence[]): Evidence[] {
  return [...recorded, ...recognised.map((row) => ({ id: 0, treeMark: null, answers: null, ...row }))];
}
