import { setPipelineStatus } from "../../../gates/pipeline/rows.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { withStore } from "../../with-store.ts";
import { noteMetric } from "../history/note-metric.ts";
import { isOpen } from "../hold/choose.ts";
import { permitRelease, tellRelease } from "../hold/release.ts";
import { CANCEL_OPTIONS } from "../loop/options.ts";
import { choosePipeline } from "./choose.ts";

export const command = defineCommand({
  summary: "end the pipeline without a result",
  details: "Its reports stay. The next subagent of a stage that requires nothing starts a new one.",
  examples: ["holdfast pipeline cancel", 'holdfast pipeline cancel --why "another approach"'],
  options: CANCEL_OPTIONS,
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await choosePipeline(invocation, options);
    if (!chosen || !isOpen(chosen.row)) {
      const over = chosen
        ? `the pipeline is over already (${chosen.row.status})`
        : "there is no pipeline here";
      throw new UserError("no-pipeline", over, "There is nothing to cancel.");
    }
    const { row, how } = chosen;
    const by = await permitRelease(env, row.project_dir, "pipeline cancel");
    const why = options.why?.slice(0, 200) ?? null;
    await withStore(env, (store) =>
      setPipelineStatus(store, row.id, { status: "cancelled", why, at: Date.now() }),
    );
    await noteMetric(env, { projectDir: row.project_dir, sessionId: row.session_id }, "pipeline_released");
    await tellRelease(env, `holdfast: Claude cancelled the pipeline itself${why ? `: ${why}` : "."}`);
    if (options.json) out.json({ cancelled: true, session: row.session_id, how, by });
    else out.line(`Pipeline of session ${row.session_id} (${how}) cancelled.`);
    return 0;
  },
});
