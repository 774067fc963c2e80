import { setPipelineStatus } from "../../../gates/pipeline/rows.ts";
import { noteMetric } from "../../../recording/metrics/note-metric.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { CANCEL_OPTIONS } from "../../options.ts";
import { withStore } from "../../store.ts";
import { isOpen } from "../hold/choose.ts";
import { permitRelease, tellUser } from "../hold/release.ts";
import { choosePipeline } from "./status.ts";

export const command = defineCommand({
  details: "Its reports stay. The next subagent of a stage that requires nothing starts a new one.",
  examples: ["holdfast pipeline cancel", 'holdfast pipeline cancel --why "another approach"'],
  options: CANCEL_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await choosePipeline(invocation, options);
    if (!chosen || !isOpen(chosen.row)) {
      const problem = chosen
        ? `the pipeline is over already (${chosen.row.status})`
        : "there is no pipeline here";
      throw new UserError("no-pipeline", problem, "There is nothing to cancel.");
    }
    const { row, how } = chosen;
    const by = await permitRelease(env, row.project_dir, "pipeline cancel");
    const why = options.why?.slice(0, 200) ?? null;
    await withStore(env, (store) =>
      setPipelineStatus(store, row.id, { status: "cancelled", why, at: Date.now() }),
    );
    await noteMetric(env, { projectDir: row.project_dir, sessionId: row.session_id }, "pipeline_released");
    await tellUser(env, `holdfast: Claude cancelled the pipeline itself${why ? `: ${why}` : "."}`);
    if (options.json) out.json({ cancelled: true, session: row.session_id, how, by });
    else out.line(`Pipeline of session ${row.session_id} (${how}) cancelled.`);
    return 0;
  },
});
