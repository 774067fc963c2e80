// The pipeline of a session, or the stages that a project has configured.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { describeStage } from "../../gates/pipeline/kind.ts";
import { listReports, toPipeline } from "../../gates/pipeline/rows.ts";
import { listStages, stageStates } from "../../gates/pipeline/stages.ts";
import type { Goal } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { line } from "../shared.ts";
import { shownConditions } from "./goals.ts";

/** `goal`: in any state; null before its first subagent. */
export async function readPipeline(
  store: Store,
  { env, projectDir, goal }: { env: Environment; projectDir: string; goal: Goal | null },
) {
  const { config } = await loadConfig(env, goal?.projectDir ?? projectDir);
  const { stages: configured, problems } = listStages(config.pipeline);
  const stages = stageStates(configured, goal ? listReports(store, goal.id) : []);
  return {
    run: goal && toPipeline(goal),
    stages,
    conditions: await shownConditions(stages.map(describeStage)),
    problems: problems.map((problem) => line(problem)),
  };
}
