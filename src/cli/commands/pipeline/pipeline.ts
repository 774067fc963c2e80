import { loadConfig } from "../../../config/load-config.ts";
import {
  findPipeline,
  listReports,
  openPipelines,
  type PipelineRow,
  setPipelineStatus,
} from "../../../gates/pipeline/rows.ts";
import { listStages, type StageState, stageStates } from "../../../gates/pipeline/stages.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { CANCEL_OPTIONS, type Caller, defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { findProject, withStore } from "../../target.ts";
import { isOpen } from "../hold/active-items.ts";
import { type Choice, cancelWork, chooseWork, describeStatus, type Target } from "../hold/declared-work.ts";

export const status = defineCommand({
  examples: ["holdfast pipeline status", "holdfast pipeline status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await choosePipeline(invocation, options);
    const dir = chosen?.row.project_dir ?? (await findProject(invocation, options.project)).dir;
    const { config } = await loadConfig(env, dir);
    const { stages, problems } = listStages(config.pipeline);
    const reports = chosen ? await withStore(env, (store) => listReports(store, chosen.row.id)) : [];
    const states = stageStates(stages, reports);
    if (options.json) {
      out.json({ run: chosen && { ...chosen.row, how: chosen.foundBy }, stages: states, problems });
      return;
    }
    if (chosen)
      out.line(`${out.style.bold("Pipeline")} of session ${chosen.row.session_id} (${chosen.foundBy})`);
    else out.line(stages.length > 0 ? "The pipeline has not started." : "No pipeline here.");
    if (chosen) out.line(`  ${"state".padEnd(10)} ${describePipeline(chosen.row)}`);
    for (const state of states) printStage(out, state);
    for (const problem of problems) out.line(`  ${out.style.yellow(printable(problem))}`);
  },
});

export function choosePipeline(caller: Caller, target: Target): Promise<Choice<PipelineRow> | null> {
  return chooseWork(caller, target, {
    name: "pipeline",
    ofSession: findPipeline,
    newestOf: (store, projectDir) => openPipelines(store, projectDir)[0] ?? null,
  });
}

/** One line, for `status` too. */
export function describePipeline(row: PipelineRow): string {
  return printable(`${describeStatus(row)}, since ${formatTime(row.created_at)}`);
}

function printStage(out: Output, state: StageState): void {
  const waits = state.unmet.length > 0 ? `, waits for ${state.unmet.join(", ")}` : "";
  const chunks = state.chunks === null ? "" : `, ${state.done} of ${state.chunks} chunks`;
  out.line(`  ${printable(state.stage).padEnd(10)} ${state.state}${printable(`${chunks}${waits}`)}`);
  for (const { agentType, chunk, result, files, error } of state.reports) {
    const part = chunk === null ? "" : ` chunk ${chunk}`;
    const changed = files.length > 0 ? `, ${countNoun(files.length, "file")}` : "";
    const why = error ? `: ${error.split("\n", 1)[0]}` : "";
    out.line(
      `  ${"".padEnd(10)} ${out.style.dim(printable(`${agentType}${part}: ${result}${changed}${why}`))}`,
    );
  }
}

export const cancel = defineCommand({
  changes: true,
  details: "Its reports stay. The next subagent of a stage without requirements starts a new pipeline.",
  examples: ["holdfast pipeline cancel", 'holdfast pipeline cancel --why "another approach"'],
  options: CANCEL_OPTIONS,
  async run(invocation) {
    const { options, env } = invocation;
    const chosen = await choosePipeline(invocation, options);
    if (!chosen || !isOpen(chosen.row)) {
      const problem = chosen
        ? `the pipeline has already ended (${chosen.row.status})`
        : "there is no pipeline here";
      throw new UserError("no-pipeline", problem, "There is nothing to cancel.");
    }
    const { row, foundBy } = chosen;
    const { session_id: sessionId, project_dir: projectDir } = row;
    await cancelWork(invocation, { kind: "pipeline", sessionId, projectDir, foundBy }, (why) =>
      withStore(env, (store) =>
        setPipelineStatus(store, row.id, { status: "cancelled", why, at: Date.now() }),
      ),
    );
  },
});
