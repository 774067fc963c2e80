import { firstLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { KindEntry, ShownCondition } from "../goals/goal.ts";
import { describeWait, listReports, type StageReport, toPipeline } from "./rows.ts";
import type { StageState } from "./stages.ts";

export const pipelineKind: KindEntry = {
  id: "pipeline",
  hotkey: "l",
  restart: "Its first subagent starts a new one.",
  describe: (goal, { budget }) => ({ why: describeWait(toPipeline(goal), budget) ?? "" }),
  async readConditions({ id }, { config, store }) {
    const { listStages, stageStates } = await import("./stages.ts");
    const { stages } = listStages(config.pipeline);
    return stageStates(stages, listReports(store, id)).map(describeStage);
  },
};

/** With the last report on each chunk. */
export function describeStage({ stage, state, done, chunks, unmet, reports }: StageState): ShownCondition {
  const note = [
    state === "open" && reports.length === 0 && unmet.length === 0 ? "not started" : "",
    chunks === null ? "" : `${done} of ${chunks} chunks`,
    unmet.length > 0 ? `waits for ${unmet.join(", ")}` : "",
    ...reports.map(describeReport),
  ];
  return { text: stage, state: state === "finished" ? "met" : "open", note: note.filter(Boolean).join(", ") };
}

function describeReport({ agentType, chunk, result, files, error }: StageReport): string {
  const part = chunk === null ? "" : ` chunk ${chunk}`;
  const changed = files.length > 0 ? ` with ${countNoun(files.length, "file")}` : "";
  return `${agentType}${part}: ${result}${changed}${error ? ` (${firstLine(error)})` : ""}`;
}
