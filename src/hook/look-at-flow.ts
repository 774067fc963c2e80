// A flow with everything that speaks for it: what was recorded, what the user did meanwhile, the tree as it is.
import type { Environment } from "../config/environment.ts";
import type { Evidence, Flow, NewEvidence } from "../flow/flow.ts";
import { type ConditionState, judgeConditions } from "../flow/judge-conditions.ts";
import { listEvidence } from "../store/flow-evidence.ts";
import type { Store } from "../store/open.ts";
import { readTreeState } from "../worktree/read-tree-state.ts";
import type { TreeState } from "../worktree/tree-state.ts";
import { type FlowTree, viewFlowTree } from "./flow-tree.ts";
import { type OwnWork, ownWorkSince } from "./own-work.ts";
import { recogniseUser } from "./recognise-user.ts";

export interface SeenFlow {
  flow: Flow;
  evidence: Evidence[];
  states: ConditionState[];
  tree: FlowTree;
  /** What the user did, not recorded yet. */
  recognised: NewEvidence[];
}

interface Surroundings {
  env: Pick<Environment, "home" | "path">;
  transcriptPath: string | null;
  /** Where it is read already. */
  tree?: Promise<TreeState>;
  /** Who knows more than the transcript tells. */
  own?: OwnWork;
  /** How far the transcript was looked through before for what the user did. */
  lookedTo?: number;
}

const TREE_MS = 10_000;

export async function lookAtFlow(store: Store, flow: Flow, around: Surroundings): Promise<SeenFlow> {
  const { env, transcriptPath } = around;
  const recorded = listEvidence(store, flow.id);
  const [state, recognised] = await Promise.all([
    around.tree ?? readTreeState(flow.projectDir, { env, deadlineMs: TREE_MS }),
    recogniseUser(flow, recorded, transcriptPath, around.lookedTo ?? 0),
  ]);
  const own = around.own ?? ownWorkSince(transcriptPath, flow.createdAt);
  const tree = await viewFlowTree(store, flow, state, { env, own });
  const evidence = [...recorded, ...recognised.map(asEvidence)];
  return { flow, evidence, states: judgeConditions({ flow, evidence, tree }), tree, recognised };
}

function asEvidence(row: NewEvidence): Evidence {
  return { id: 0, treeMark: null, answers: null, ...row };
}
