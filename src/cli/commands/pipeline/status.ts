import { loadConfig } from "../../../config/load-config.ts";
import { currentBudget } from "../../../gates/engine/budget-rows.ts";
import { describeWait, listReports, type PipelineRow, toPipeline } from "../../../gates/pipeline/rows.ts";
import { listStages, type StageState, stageStates } from "../../../gates/pipeline/stages.ts";
import type { Store } from "../../../store/open.ts";
import { firstLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { findProject, withStore } from "../../target.ts";
import { chooseGoal, describeStatus } from "../goals/choose.ts";

export const command = defineCommand({
  examples: ["holdfast pipeline status", "holdfast pipeline status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { goal, session } = (await chooseGoal(invocation, options, "pipeline")) ?? {};
    const row = goal ? toPipeline(goal) : null;
    const dir = row?.project_dir ?? (await findProject(invocation, options.project)).dir;
    const { config } = await loadConfig(env, dir);
    const { stages, problems } = listStages(config.pipeline);
    const { reports, wait } = row ? await withStore(env, (store) => readRun(store, row)) : NOT_STARTED;
    const states = stageStates(stages, reports);
    if (options.json) {
      out.json({ run: row ? { ...row, how: session?.foundBy } : null, stages: states, problems });
      return;
    }
    if (row) out.line(`${out.style.bold("Pipeline")} of session ${row.session_id} (${session?.foundBy})`);
    else out.line(stages.length > 0 ? "The pipeline has not started." : "No pipeline here.");
    if (row) out.line(`  ${"state".padEnd(10)} ${describePipeline(row, wait)}`);
    for (const state of states) printStage(out, state);
    for (const problem of problems) out.line(`  ${out.style.yellow(printable(problem))}`);
  },
});

const NOT_STARTED = { reports: [], wait: null };

function readRun(store: Store, row: PipelineRow) {
  const budget = currentBudget(store, row.session_id, "main");
  return { reports: listReports(store, row.id), wait: describeWait(row, budget) };
}

function describePipeline(row: PipelineRow, wait: string | null): string {
  return printable(`${wait ?? describeStatus(row)}, since ${formatTime(row.created_at)}`);
}

function printStage(out: Output, state: StageState): void {
  const waits = state.unmet.length > 0 ? `, waits for ${state.unmet.join(", ")}` : "";
  const chunks = state.chunks === null ? "" : `, ${state.done} of ${state.chunks} chunks`;
  out.line(`  ${printable(state.stage).padEnd(10)} ${state.state}${printable(`${chunks}${waits}`)}`);
  for (const { agentType, chunk, result, files, error } of state.reports) {
    const part = chunk === null ? "" : ` chunk ${chunk}`;
    const changed = files.length > 0 ? `, ${countNoun(files.length, "file")}` : "";
    const why = error ? `: ${firstLine(error)}` : "";
    out.line(
      `  ${"".padEnd(10)} ${out.style.dim(printable(`${agentType}${part}: ${result}${changed}${why}`))}`,
    );
  }
}
