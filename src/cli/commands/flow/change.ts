import type { Environment } from "../../../config/environment.ts";
import type { Flow } from "../../../gates/flow/flow.ts";
import { findFlow, insertFlow, moveFlow, resumeFlow, setFlowStatus } from "../../../gates/flow/rows.ts";
import type { FlowFile } from "../../../gates/flow/state-file.ts";
import type { Store } from "../../../store/open.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { isOpen, shownRow } from "../../../views/status/active-items.ts";
import { CANCEL_OPTIONS, defineCommand, option, SESSION_OPTIONS } from "../../command.ts";
import { changeStore, type FoundSession, findTargetSession, withStore } from "../../target.ts";
import { cancelWork, findToResume } from "../hold/declared-work.ts";
import { chooseFlow, judgeAgain, publishFlow, withdrawFlow } from "./record.ts";
import { findForeignFile, printFlow } from "./status.ts";

export const cancel = defineCommand({
  changes: true,
  details:
    "Takes effect at once, from any terminal. A flow of another tool (orchestrator.json) stops holding,\n" +
    "but its file stays.",
  examples: ["holdfast flow cancel", 'holdfast flow cancel --why "the task is obsolete"'],
  options: CANCEL_OPTIONS,
  async run(invocation) {
    const { options, env } = invocation;
    const chosen = await chooseFlow(invocation, options);
    const row = chosen?.row && isOpen(chosen.row) ? chosen.row : null;
    const file = chosen && !row ? await findForeignFile(invocation, chosen) : null;
    if (!chosen || !(row || file))
      throw new UserError(
        "no-flow",
        "there is no flow to cancel here",
        "`holdfast status` shows what is active.",
      );
    await cancelWork(invocation, "flow", chosen.session, async (why, by) => {
      if (row) {
        const cancelled = { status: "cancelled", why, at: Date.now() } as const;
        await withStore(env, (store) => setFlowStatus(store, row.id, cancelled));
        if (row.fileKey === null) await withdrawFlow(invocation, row);
      }
      if (file) await overrule(env, file, chosen.session, by);
    });
  },
});

/** Leaves another tool's file alone and records in a row that it no longer holds. */
async function overrule(
  env: Environment,
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

export const resume = defineCommand({
  changes: true,
  details:
    "A flow is suspended when it makes no progress or its rounds are used up. --from takes over the flow that another\n" +
    "session left behind, with all its evidence, for example after /clear.",
  examples: ["holdfast flow resume", "holdfast flow resume --from 8d3a…"],
  options: {
    from: option("ID", "the session that has the flow now"),
    ...SESSION_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const { from } = options;
    const session =
      from === undefined
        ? (await chooseFlow(invocation, options))?.session
        : await findTargetSession(invocation, options);
    if (!session) throw noFlow("there is no flow here");
    const { flow, left } = await changeStore(env, (store) => resumeRow(store, session.id, from));
    if (left) await withdrawFlow(invocation, left);
    const seen = flow.fileKey === null ? await judgeAgain(env, flow, session) : null;
    if (seen) await publishFlow(invocation, seen.flow, seen.states);
    if (options.json)
      out.json({ ...(await shownRow(flow)), how: session.foundBy, conditions: seen?.states ?? null });
    else {
      out.line(`${out.style.green("Flow on")} for session ${session.id} (${session.foundBy}).`);
      printFlow(out, flow, seen?.states ?? []);
    }
  },
});

/** `left`: the row of the session it was taken from. */
function resumeRow(
  store: Store,
  sessionId: string,
  given: string | undefined,
): { flow: Flow; left: Flow | null } {
  const kind = { name: "flow", ofSession: findFlow };
  const { row, from } = findToResume(store, kind, sessionId, given);
  // Another tool's file stays where it is.
  if (from !== null && row.fileKey !== null) throw noFlow(`session ${from} has no flow`);
  const at = Date.now();
  if (from !== null) moveFlow(store, row.id, sessionId, at);
  resumeFlow(store, row.id, at);
  const flow = findFlow(store, sessionId);
  if (flow?.id !== row.id) throw new Error("the flow vanished while it was resumed");
  return { flow, left: from === null ? null : row };
}

function noFlow(message: string): UserError {
  return new UserError("no-flow", message, '`holdfast flow start "task"` starts a new one.');
}
