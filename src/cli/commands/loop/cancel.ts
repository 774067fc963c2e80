import { setLoopStatus } from "../../../gates/loop/rows.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { withStore } from "../../with-store.ts";
import { noteMetric } from "../history/note-metric.ts";
import { isOpen } from "../hold/choose.ts";
import { permitRelease, tellRelease } from "../hold/release.ts";
import { requireLoop } from "./choose.ts";
import { CANCEL_OPTIONS } from "./options.ts";
import { withdrawLoop } from "./state-file.ts";

export const command = defineCommand({
  summary: "end the loop without a result",
  details: "Works at once, from any terminal, also while its verify command is running.",
  examples: ["holdfast loop cancel", 'holdfast loop cancel --why "another approach"'],
  options: CANCEL_OPTIONS,
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { row, how } = await requireLoop(invocation, options);
    if (!isOpen(row)) {
      throw new UserError(
        "loop-over",
        `the loop is over already (${row.status})`,
        "There is nothing to cancel.",
      );
    }
    const by = await permitRelease(env, row.project_dir, "loop cancel");
    const why = options.why?.slice(0, 200) ?? null;
    await withStore(env, (store) =>
      setLoopStatus(store, row.session_id, { status: "cancelled", why, at: Date.now() }),
    );
    await withdrawLoop(env, out, row);
    await noteMetric(env, { projectDir: row.project_dir, sessionId: row.session_id }, "loop_released");
    await tellRelease(env, `holdfast: Claude cancelled the loop itself${why ? `: ${why}` : "."}`);
    if (options.json) out.json({ cancelled: true, session: row.session_id, how, by });
    else out.line(`Loop of session ${row.session_id} (${how}) cancelled after ${row.iteration} rounds.`);
    return 0;
  },
});
