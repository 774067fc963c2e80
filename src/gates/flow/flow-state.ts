// The state of a flow: its recorded evidence, new evidence from the user's acts and from holdfast's own runs, and the present tree.

import { listEvidence } from "../../store/goals.ts";
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
import { dependsOnTree, type FlowCondition, judgeConditions } from "./judge-conditions.ts";
import { recogniseUser } from "./recognise-user.ts";

export interface FlowState extends KnownEvidence {
  states: FlowCondition[];
  /** null when it was not read. */
  tree: FlowTree | null;
}

export interface FlowStateOnTree extends FlowState {
  tree: FlowTree;
}

interface KnownEvidence {
  flow: Flow;
  evidence: Evidence[];
  /** New evidence, not recorded yet: acts of the user, and runs that passed. */
  recognised: NewEvidence[];
}

interface EvidenceSources extends TreeSources {
  /** How far the transcript was already searched for acts of the user. */
  cursor?: number;
}

export async function readFlowState(
  store: Store,
  flow: Flow,
  sources: EvidenceSources,
): Promise<FlowStateOnTree> {
  return judgeOnTree(store, await readEvidence(store, flow, sources), sources);
}

/** Reads the work tree only if the state depends on it. */
export async function readFlowStateAtStop(
  store: Store,
  flow: Flow,
  sources: EvidenceSources,
): Promise<FlowState> {
  const known = await readEvidence(store, flow, sources);
  const states = judgeConditions({ ...known, tree: NO_TREE });
  return dependsOnTree(states, known.evidence)
    ? judgeOnTree(store, known, sources)
    : { ...known, states, tree: null };
}

async function readEvidence(store: Store, flow: Flow, sources: EvidenceSources): Promise<KnownEvidence> {
  const recorded = listEvidence(store, flow.id);
  const recognised = await recogniseUser(flow, recorded, sources.transcriptPath, sources.cursor ?? 0);
  return { flow, evidence: withRecognised(recorded, recognised), recognised };
}

async function judgeOnTree(
  store: Store,
  known: KnownEvidence,
  sources: EvidenceSources,
): Promise<FlowStateOnTree> {
  const { readFlowTree } = await import("./flow-tree.ts");
  const seen = { ...known, tree: await readFlowTree(store, known.flow, sources) };
  const states = judgeConditions(seen);
  const runs = await recogniseRuns(store, seen, states);
  if (runs.length === 0) return { ...seen, states };
  const evidence = withRecognised(seen.evidence, runs);
  return {
    ...seen,
    evidence,
    states: judgeConditions({ ...seen, evidence }),
    recognised: [...seen.recognised, ...runs],
  };
}

/**
 * If holdfast ran the command of an open condition for another purpose and it passed on this tree, it need not run again.
 * Claude's own runs do not count, because their record could be forged.
 */
async function recogniseRuns(
  store: Store,
  { flow, evidence, tree }: FlowCase,
  states: readonly FlowCondition[],
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

/** As if it were recorded. */
export function withRecognised(
  recorded: readonly Evidence[],
  recognised: readonly NewEvidence[],
): Evidence[] {
  return [...recorded, ...recognised.map((row) => ({ id: 0, treeMark: null, answers: null, ...row }))];
}
