import { loadConfig } from "../../../config/load-config.ts";
import {
  findPipeline,
  listReports,
  openPipelines,
  type PipelineRow,
  setPipelineStatus,
} from "../../../gates/pipeline/rows.ts";
import { listStages, type StageState, stageStates } from "../../../gates/pipeline/stages.ts";
import { firstLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import { isOpen } from "../../../views/status/active-items.ts";
import { CANCEL_OPTIONS, type Caller, defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { findProject, type Target, withStore } from "../../target.ts";
import { type ChosenWork, cancelWork, chooseWork, describeStatus } from "../hold/declared-work.ts";

export const status = defineCommand({
  examples: ["holdfast pipeline status", "holdfast pipeline status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { row, session } = (await choosePipeline(invocation, options)) ?? {};
    const dir = row?.project_dir ?? (await findProject(invocation, options.project)).dir;
    const { config } = await loadConfig(env, dir);
    const { stages, problems } = listStages(config.pipeline);
    const reports = row ? await withStore(env, (store) => listReports(store, row.id)) : [];
    const states = stageStates(stages, reports);
    if (options.json) {
      out.json({ run: row ? { ...row, how: session?.foundBy } : null, stages: states, problems });
      return;
    }
    if (row) out.line(`${out.style.bold("Pipeline")} of session ${row.session_id} (${session?.foundBy})`);
    else out.line(stages.length > 0 ? "The pipeline has not started." : "No pipeline here.");
    if (row) out.line(`  ${"state".padEnd(10)} ${describePipeline(row)}`);
    for (const state of states) printStage(out, state);
    for (const problem of problems) out.line(`  ${out.style.yellow(printable(problem))}`);
  },
});

function choosePipeline(caller: Caller, target: Target): Promise<ChosenWork<PipelineRow> | null> {
  return chooseWork(caller, target, {
    name: "pipeline",
    ofSession: findPipeline,
    newestOf: (store, projectDir) => openPipelines(store, projectDir)[0] ?? null,
    ownerOf: ({ session_id, project_dir }) => ({ sessionId: session_id, projectDir: project_dir }),
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
    const why = error ? `: ${firstLine(error)}` : "";
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
    const { row, session } = (await choosePipeline(invocation, options)) ?? {};
    if (!session || !row || !isOpen(row)) {
      const problem = row ? `the pipeline has already ended (${row.status})` : "there is no pipeline here";
      throw new UserError("no-pipeline", problem, "There is nothing to cancel.");
    }
    await cancelWork(invocation, "pipeline", session, (why) =>
      withStore(env, (store) =>
        setPipelineStatus(store, row.id, { status: "cancelled", why, at: Date.now() }),
      ),
    );
  },
});
