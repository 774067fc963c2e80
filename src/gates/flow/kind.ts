import type { KindEntry } from "../goals/goal.ts";
import { FLOW_LIMITS, toFlow } from "./flow.ts";
import { flowFile } from "./state-file.ts";

export const flowKind: KindEntry = {
  id: "flow",
  file: flowFile,
  limits: FLOW_LIMITS,
  hotkey: "f",
  describe(goal, { file }) {
    const phase = file ? String(file.goal.details?.phase ?? "") : toFlow(goal).phase;
    return { why: phase && `phase ${phase}`, phase };
  },
  async readConditions(goal, { env, store, transcriptPath }) {
    const { readFlowState } = await import("./flow-state.ts");
    const { states } = await readFlowState(store, toFlow(goal), { env, transcriptPath });
    return states.map(({ id, state, because }) => ({ text: id.replaceAll("_", " "), state, note: because }));
  },
};
