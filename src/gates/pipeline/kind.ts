import type { KindEntry } from "../goals/goal.ts";
import { describeWait, listReports, toPipeline } from "./rows.ts";
import type { StageState } from "./stages.ts";

export const pipelineKind: KindEntry = {
  id: "pipeline",
  hotkey: "l",
  restart: "Its first subagent starts a new one.",
  describe: (goal, { budget }) => ({ why: describeWait(toPipeline(goal), budget) ?? "" }),
  async readConditions({ id }, { config, store }) {
    const { listStages, stageStates } = await import("./stages.ts");
    const { stages } = listStages(config.pipeline);
    return stageStates(stages, listReports(store, id)).map((stage) => ({
      text: stage.stage,
      state: stage.state === "finished" ? "met" : "open",
      note: describeStage(stage),
    }));
  },
};

function describeStage({ state, done, chunks, unmet }: StageState): string {
  return [
    state === "finished" || (state === "open" && unmet.length > 0) ? "" : state,
    chunks === null ? "" : `${done} of ${chunks} chunks`,
    unmet.length > 0 ? `waits for ${unmet.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
