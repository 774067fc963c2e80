// A pipeline of subagents: judges unfinished stages at a Stop, and the proof of one stage at a SubagentStop.
import type { GoalKind } from "../goals/goal.ts";
import { goalGate } from "../goals/goal-gate.ts";
import { gatherStages, gatherWork } from "./gather.ts";
import { describePipelineEnd, judgePipeline, type PipelineExtra } from "./judge.ts";
import { pipelineKind } from "./kind.ts";
import { markShared } from "./rows.ts";

const kind: GoalKind<PipelineExtra> = {
  ...pipelineKind,
  judge: gatherStages,
  demand: gatherWork,
  findings: judgePipeline,
  describeEnd: describePipelineEnd,
  describeProgress: ({ met }) => `${met.length} stages finished`,
  describeWayOut: () => "It ends when every stage has a good report.",
  note({ store }, { goal, extra }, isHeld) {
    if (isHeld && extra.summary !== null) markShared(store, goal.id);
  },
  onEvent: async (context, facts) => (await import("./on-event.ts")).onEvent(context, facts),
};

export const pipeline = goalGate(kind);
