// A flow: Claude continues until each condition of VERIFIED_DONE has its evidence.
import type { Goal } from "../../store/goals.ts";
import { noteFaultOnce } from "../../store/hook-context.ts";
import { findTranscript } from "../../store/sessions.ts";
import type { Gate } from "../engine/gate.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { GoalFacts, GoalKind, Judged } from "../goals/goal.ts";
import { goalGate } from "../goals/goal-gate.ts";
import { toFlow } from "./flow.ts";
import { readFlowStateAtStop } from "./flow-state.ts";
import { type FlowExtra, judgeFlow } from "./judge.ts";
import { phaseOf, waivedConditions } from "./judge-conditions.ts";
import { flowKind } from "./kind.ts";
import { readCursor, saveCursor } from "./recognise-user.ts";

const kind: GoalKind<FlowExtra> = {
  ...flowKind,
  judge: judgeConditions,
  judgeFile: async ({ shared, projectDir }) => {
    const tree = projectDir === null ? null : await shared.tree(projectDir);
    return {
      progress: `tools:${await shared.toolCalls()}`,
      extra: { uncommitted: tree?.dirty.map(({ path }) => path) ?? [] },
    };
  },
  findings: judgeFlow,
  describeProgress: (goal) => `phase ${toFlow(goal).phase}`,
  describeWayOut: () =>
    "`holdfast flow status` shows what is open and what to do next; it ends with `holdfast flow done`.",
  onEvent: async (context) => (await import("./on-event.ts")).onEvent(context),
};

export const flow: Gate<GoalFacts<FlowExtra>> = {
  ...goalGate(kind),
};

async function judgeConditions(stop: StopContext, goal: Goal): Promise<Judged<FlowExtra>> {
  const { env, store, shared } = stop;
  const transcriptPath = findTranscript(store, stop.event);
  const row = toFlow(goal);
  const cursor = await readCursor(env, row);
  const size = transcriptPath === null ? 0 : Bun.file(transcriptPath).size;
  const readTree = () => shared.tree(row.projectDir);
  const seen = await readFlowStateAtStop(store, row, { env, transcriptPath, cursor, readTree });
  await saveCursor(env, row, cursor, size);
  if (seen.tree?.problem) await noteFaultOnce(stop, "gate:flow", seen.tree.problem);
  return {
    conditions: seen.states,
    evidence: seen.recognised,
    progress: `tools:${await shared.toolCalls()}`,
    details: { phase: phaseOf(seen.states), waived: waivedConditions(seen.states) },
    // They matter only once the work is declared complete: the tree was read then.
    extra: { uncommitted: seen.tree?.uncommitted ?? [] },
  };
}
