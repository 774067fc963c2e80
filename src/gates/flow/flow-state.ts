// The state of a flow: its recorded evidence, new evidence from the user's acts and from holdfast's own runs, and the present tree.

import type { Store } from "../../store/open.ts";
import {
  type CheckedCondition,
  COMMAND_OF,
  type Evidence,
  type Flow,
  type FlowCase,
  type NewEvidence,
  NO_TREE,
} from "./flow.ts";
import type { FlowTree, TreeSources } from "./flow-tree.ts";
import { type ConditionState, dependsOnTree, judgeConditions } from "./judge-conditions.ts";
import { recogniseUser } from "./recognise-user.ts";
import { listEvidence } from "./rows.ts";

interface FlowState {
  flow: Flow;
  evidence: Evidence[];
  states: ConditionState[];
  /** New evidence, not recorded yet: acts of the user, and runs that passed. */
  recognised: NewEvidence[];
}

export interface FlowStateOnTree extends FlowState {
  tree: FlowTree;
}

interface Surroundings extends TreeSources {
  /** How far the transcript was already searched for acts of the user. */
  cursor?: number;
}

export async function readFlowState(
  store: Store,
  flow: Flow,
  around: Surroundings,
): Promise<FlowStateOnTree> {
  const reading = import("./flow-tree.ts").then(({ readFlowTree }) => readFlowTree(store, flow, around));
  reading.catch(() => {}); // Awaited below.
  const recorded = listEvidence(store, flow.id);
  const byUser = await recogniseUser(flow, recorded, around.transcriptPath, around.cursor ?? 0);
  const tree = await reading;
  const seen = { flow, evidence: withRecognised(recorded, byUser), tree };
  const states = judgeConditions(seen);
  const runs = await recogniseRuns(store, seen, states);
  if (runs.length === 0) return { ...seen, states, recognised: byUser };
  const evidence = withRecognised(seen.evidence, runs);
  return {
    ...seen,
    evidence,
    states: judgeConditions({ ...seen, evidence }),
    recognised: [...byUser, ...runs],
  };
}

/**
 * If holdfast ran the command of an open condition for another purpose and it passed on this tree, it need not run again.
 * Claude's own runs do not count, because their record could be forged.
 */
async function recogniseRuns(
  store: Store,
  { flow, evidence, tree }: FlowCase,
  states: readonly ConditionState[],
): Promise<NewEvidence[]> {
  const { sessionId, projectDir: dir } = flow;
  const recognised: NewEvidence[] = [];
  for (const condition of Object.keys(COMMAND_OF) as CheckedCondition[]) {
    const command = flow[COMMAND_OF[condition]];
    const isOpen = states.some(({ id, state }) => id === condition && state === "open");
    if (command === null || !isOpen || tree.fingerprint === "") continue;
    const { findOwnRun } = await import("../../recording/queue/pending-queue.ts");
    const last = findOwnRun(store, { sessionId, command, dir, tree: tree.fingerprint });
    // Later evidence takes precedence.
    if (!last || evidence.some((row) => row.condition === condition && row.at >= last.at)) continue;
    const { readOwnRun } = await import("../../recording/runs/run-rows.ts");
    if (last.run.outcome !== "passed" || readOwnRun(last.run).state !== "green") continue;
    const { formatTime } = await import("../../text/format-time.ts");
    const text = `passed on this tree for ${last.run.check}, ${formatTime(last.at)}`;
    recognised.push({
      condition,
      kind: "passed",
      source: `\`${command}\``,
      text,
      treeMark: tree.fingerprint,
      at: last.at,
    });
  }
  return recognised;
}

/** The same without reading the work tree; null when the state depends on it. */
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

function withRecognised(recorded: readonly Evidence[], recognised: readonly NewEvidence[]): Evidence[] {
  return [...recorded, ...recognised.map((row) => ({ id: 0, treeMark: null, answers: null, ...row }))];
}
