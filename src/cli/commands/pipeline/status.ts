import { readPipeline } from "../../../views/status/pipeline.ts";
import { defineCommand, SESSION_OPTIONS } from "../../command.ts";
import { findProject, withStore } from "../../target.ts";
import { chooseGoal } from "../goals/choose.ts";
import { printChosenGoal, printCondition } from "../goals/print-chosen-goal.ts";

export const command = defineCommand({
  examples: ["holdfast pipeline status", "holdfast pipeline status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseGoal(invocation, options, "pipeline");
    const { dir: projectDir } = await findProject(invocation, options.project);
    const place = { env, projectDir, goal: chosen?.goal ?? null };
    const { run, stages, conditions, problems } = await withStore(env, (store) => readPipeline(store, place));
    if (options.json) {
      out.json({ run: run && { ...run, how: chosen?.session.foundBy }, stages, problems });
      return;
    }
    if (run) await printChosenGoal(invocation, chosen, "pipeline", conditions);
    else {
      out.line(stages.length > 0 ? "The pipeline has not started." : "No pipeline here.");
      for (const condition of conditions) printCondition(out, condition);
    }
    for (const problem of problems) out.line(`  ${out.style.yellow(problem)}`);
  },
});
