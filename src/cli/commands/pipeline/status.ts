import { loadConfig } from "../../../config/load-config.ts";
import { listReports } from "../../../gates/pipeline/report-rows.ts";
import type { PipelineRow } from "../../../gates/pipeline/rows.ts";
import { listStages } from "../../../gates/pipeline/stages.ts";
import { type StageState, weighStages } from "../../../gates/pipeline/weigh-stages.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { defineCommand, type Output } from "../../command.ts";
import { findProject } from "../../project.ts";
import { withStore } from "../../with-store.ts";
import { SESSION_OPTIONS } from "../loop/options.ts";
import { choosePipeline } from "./choose.ts";

export const command = defineCommand({
  summary: "how far the pipeline of subagents is",
  examples: ["holdfast pipeline status", "holdfast pipeline status --json"],
  options: SESSION_OPTIONS,
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await choosePipeline(invocation, options);
    const dir = chosen?.row.project_dir ?? (await findProject(invocation, options.project)).dir;
    const { config } = await loadConfig(env, dir);
    const { stages, problems } = listStages(config.pipeline);
    const reports = chosen ? await withStore(env, (store) => listReports(store, chosen.row.id)) : [];
    const states = weighStages(stages, reports);
    if (options.json) {
      out.json({ run: chosen && { ...chosen.row, how: chosen.how }, stages: states, problems });
      return 0;
    }
    if (chosen) out.line(`${out.style.bold("Pipeline")} of session ${chosen.row.session_id} (${chosen.how})`);
    else out.line(stages.length > 0 ? "The pipeline was not started." : "No pipeline here.");
    if (chosen) out.line(`  ${"state".padEnd(10)} ${describePipeline(chosen.row)}`);
    for (const state of states) printStage(out, state);
    for (const problem of problems) out.line(`  ${out.style.yellow(printable(problem))}`);
    return 0;
  },
});

const WHY: Record<string, string> = {
  "same-situation": "nothing changed in three rounds",
  total: "the rounds are used up",
  clock: "the time is used up",
};

/** One line, for `status` too. */
export function describePipeline({ status, why, created_at }: PipelineRow): string {
  const because = status !== "active" && why ? ` (${WHY[why] ?? printable(why)})` : "";
  return `${status}${because}, since ${formatTime(created_at)}`;
}

function printStage(out: Output, state: StageState): void {
  const waits = state.unmet.length > 0 ? `, waits for ${state.unmet.join(", ")}` : "";
  const chunks = state.chunks === null ? "" : `, ${state.done} of ${state.chunks} chunks`;
  out.line(`  ${printable(state.stage).padEnd(10)} ${state.state}${printable(`${chunks}${waits}`)}`);
  for (const { agentType, chunk, result, files, error } of state.reports) {
    const part = chunk === null ? "" : ` chunk ${chunk}`;
    const changed = files.length > 0 ? `, ${files.length === 1 ? "1 file" : `${files.length} files`}` : "";
    const why = error ? `: ${error.split("\n", 1)[0]}` : "";
    out.line(
      `  ${"".padEnd(10)} ${out.style.dim(printable(`${agentType}${part}: ${result}${changed}${why}`))}`,
    );
  }
}
