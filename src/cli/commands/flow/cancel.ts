import type { Flow } from "../../../gates/flow/flow.ts";
import { insertFlow, setFlowStatus } from "../../../gates/flow/rows.ts";
import type { FlowFile } from "../../../gates/flow/state-file.ts";
import { noteMetric } from "../../../recording/metrics/note-metric.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { CANCEL_OPTIONS, defineCommand, type Invocation } from "../../command.ts";
import { type FoundSession, withStore } from "../../target.ts";
import { isOpen, permitRelease, tellUser, toLine } from "../hold/declared-work.ts";
import { chooseFlow, withdrawFlow } from "./record.ts";
import { findForeignFile } from "./status.ts";

export const command = defineCommand({
  details:
    "Works at once, from any terminal. A flow of another tool (orchestrator.json) no longer holds; its file stays.",
  examples: ["holdfast flow cancel", 'holdfast flow cancel --why "the task is obsolete"'],
  options: CANCEL_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseFlow(invocation, options);
    const row = chosen?.flow && isOpen(chosen.flow) ? chosen.flow : null;
    const file = chosen && !row ? await findForeignFile(invocation, chosen) : null;
    if (!chosen || !(row || file))
      throw new UserError(
        "no-flow",
        "there is no flow to cancel here",
        "`holdfast status` shows what is on.",
      );
    const { session } = chosen;
    const by = await permitRelease(env, session.projectDir, "flow cancel");
    const why = redact(toLine(options.why)).text.slice(0, 200);
    if (row) await cancel(invocation, row, why);
    if (file) await overrule(invocation, file, session, by);
    await noteMetric(env, { projectDir: session.projectDir, sessionId: session.id }, "flow_released");
    await tellUser(env, `holdfast: Claude cancelled the flow itself${why ? `: ${why}` : "."}`);
    if (options.json) out.json({ cancelled: true, session: session.id, how: session.how, by });
    else out.line(`Flow of session ${session.id} (${session.how}) cancelled.`);
  },
});

async function cancel({ env, out }: Pick<Invocation, "env" | "out">, flow: Flow, why: string): Promise<void> {
  await withStore(env, (store) =>
    setFlowStatus(store, flow.id, { status: "cancelled", why: why || null, at: Date.now() }),
  );
  if (flow.fileKey === null) await withdrawFlow(env, out, flow);
}

/** Another tool's file stays as it is; a row of ours says that it does not hold. */
async function overrule(
  { env }: Pick<Invocation, "env">,
  file: FlowFile,
  { id, projectDir }: FoundSession,
  by: "user" | "claude",
): Promise<void> {
  const unset = { kind: null, complexity: null, correctness: null, quality: null, adversarial: null };
  await withStore(env, (store) =>
    insertFlow(store, {
      ...unset,
      sessionId: id,
      projectDir,
      task: file.task,
      phase: file.phase,
      status: "cancelled",
      fileKey: file.key,
      startedBy: by,
      createdAt: Date.now(),
      startTree: null,
    }),
  );
}
