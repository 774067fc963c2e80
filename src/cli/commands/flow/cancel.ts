import type { Flow } from "../../../gates/flow/flow.ts";
import { insertFlow, setFlowStatus } from "../../../gates/flow/rows.ts";
import { describesFlow, type FlowFile } from "../../../gates/flow/state-file.ts";
import { noteMetric } from "../../../recording/metrics/note-metric.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { CANCEL_OPTIONS } from "../../options.ts";
import type { FoundSession } from "../../session.ts";
import { withStore } from "../../store.ts";
import { isOpen } from "../hold/choose.ts";
import { permitRelease, tellUser } from "../hold/release.ts";
import { chooseFlow, type FlowChoice } from "./choose.ts";
import { toLine } from "./options.ts";
import { readFlowFile, withdrawFlow } from "./record.ts";

export const command = defineCommand({
  details:
    "Works at once, from any terminal. A flow of another tool (orchestrator.json) no longer holds; its file stays.",
  examples: ["holdfast flow cancel", 'holdfast flow cancel --why "the task is obsolete"'],
  options: CANCEL_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseFlow(invocation, options);
    const open = chosen && (await findOpen(invocation, chosen));
    if (!chosen || !open)
      throw new UserError(
        "no-flow",
        "there is no flow to cancel here",
        "`holdfast status` shows what is on.",
      );
    const { session } = chosen;
    const by = await permitRelease(env, session.projectDir, "flow cancel");
    const why = toLine(options.why).slice(0, 200);
    if ("row" in open) await cancel(invocation, open.row, why);
    else await overrule(invocation, open.file, session, by);
    await noteMetric(env, { projectDir: session.projectDir, sessionId: session.id }, "flow_released");
    await tellUser(env, `holdfast: Claude cancelled the flow itself${why ? `: ${why}` : "."}`);
    if (options.json) out.json({ cancelled: true, session: session.id, how: session.how, by });
    else out.line(`Flow of session ${session.id} (${session.how}) cancelled.`);
    return 0;
  },
});

type OpenFlow = { row: Flow } | { file: FlowFile };

async function findOpen(
  { env }: Pick<Invocation, "env">,
  { flow, session }: FlowChoice,
): Promise<OpenFlow | null> {
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
      task: redact(file.task).text,
      phase: redact(file.phase).text,
      status: "cancelled",
      fileKey: file.key,
      startedBy: by,
      createdAt: Date.now(),
      startTree: null,
    }),
  );
}
