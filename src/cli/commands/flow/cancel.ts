import type { Flow } from "../../../gates/flow/flow.ts";
import { insertFlow, setFlowStatus } from "../../../gates/flow/rows.ts";
import { describesFlow, type FlowFile } from "../../../gates/flow/state-file.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import type { FoundSession } from "../../session.ts";
import { withStore } from "../../with-store.ts";
import { noteMetric } from "../history/note-metric.ts";
import { isOpen } from "../hold/choose.ts";
import { permitRelease, tellRelease } from "../hold/release.ts";
import { CANCEL_OPTIONS } from "../loop/options.ts";
import { type ChosenFlow, chooseFlow } from "./choose.ts";
import { oneLine } from "./options.ts";
import { readFlowFile, withdrawFlow } from "./state-file.ts";

export const command = defineCommand({
  summary: "end the flow without a result",
  details:
    "Works at once, from any terminal. A flow that another tool keeps in orchestrator.json holds no more; its file is left.",
  examples: ["holdfast flow cancel", 'holdfast flow cancel --why "the task is obsolete"'],
  options: CANCEL_OPTIONS,
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseFlow(invocation, options);
    const target = chosen && (await whatHolds(invocation, chosen));
    if (!chosen || !target)
      throw new UserError(
        "no-flow",
        "there is no flow to cancel here",
        "`holdfast status` shows what is on.",
      );
    const { session } = chosen;
    const by = await permitRelease(env, session.projectDir, "flow cancel");
    const why = redact(oneLine(options.why)).text.slice(0, 200);
    if ("row" in target) await cancel(invocation, target.row, why);
    else await silence(invocation, target.file, session, by);
    await noteMetric(env, { projectDir: session.projectDir, sessionId: session.id }, "flow_released");
    await tellRelease(env, `holdfast: Claude cancelled the flow itself${why ? `: ${why}` : "."}`);
    if (options.json) out.json({ cancelled: true, session: session.id, how: session.how, by });
    else out.line(`Flow of session ${session.id} (${session.how}) cancelled.`);
    return 0;
  },
});

type Target = { row: Flow } | { file: FlowFile };

async function whatHolds(
  { env }: Pick<Invocation, "env">,
  { flow, session }: ChosenFlow,
): Promise<Target | null> {
  if (flow && isOpen(flow)) return { row: flow };
  const file = await readFlowFile(env, { projectDir: session.projectDir, sessionId: session.id });
  return file && !file.verifiedDone && !(flow && describesFlow(file, flow)) ? { file } : null;
}

async function cancel({ env, out }: Pick<Invocation, "env" | "out">, flow: Flow, why: string): Promise<void> {
  await withStore(env, (store) =>
    setFlowStatus(store, flow.id, { status: "cancelled", why: why || null, at: Date.now() }),
  );
  if (flow.fileKey === null) await withdrawFlow(env, out, flow);
}

/** Another tool's file stays as it is; a row of ours says that it does not hold. */
async function silence(
  { env }: Pick<Invocation, "env">,
  file: FlowFile,
  { id, projectDir }: FoundSession,
  by: "user" | "claude",
): Promise<void> {
  const nothing = { kind: null, complexity: null, correctness: null, quality: null, adversarial: null };
  await withStore(env, (store) =>
    insertFlow(store, {
      ...nothing,
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
