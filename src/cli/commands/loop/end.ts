import { findLoop, type LoopRow, noteRound, setLoopStatus } from "../../../gates/loop/rows.ts";
import { noteMetric } from "../../../recording/metrics/note-metric.ts";
import { inTransaction } from "../../../store/open.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { CANCEL_OPTIONS, SESSION_OPTIONS } from "../../options.ts";
import { withStore } from "../../store.ts";
import { isOpen } from "../hold/choose.ts";
import { permitRelease, tellUser } from "../hold/release.ts";
import { publishLoop, requireLoop, withdrawLoop } from "./choose.ts";

const VERIFY_MS = 10 * 60_000;

export const done = defineCommand({
  details:
    "A verify command runs now, and only its success ends the loop (exit 1 otherwise). Without one your word is taken,\n" +
    "and the user is told when Claude gave it.",
  examples: ["holdfast loop done"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { row, how } = await requireLoop(invocation, options);
    refuseOver(row, "There is nothing to end.");
    const error = row.verify === null ? null : await verify(row, row.verify);
    const ended = await record(invocation, row, error);
    if (options.json) out.json({ done: error === null, session: row.session_id, how, error });
    else if (error === null)
      out.line(`${out.style.green("Done")}: ${row.task} (session ${row.session_id}, ${how}).`);
    else out.error(`\`${row.verify}\` does not pass, so the loop goes on:\n${error}`);
    if (error === null) {
      await noteMetric(env, { projectDir: ended.project_dir, sessionId: ended.session_id }, "loop_passed");
      if (row.verify === null) await tellUser(env, `holdfast: Claude ended the loop as done: ${row.task}`);
    }
    return error === null ? 0 : 1;
  },
});

/** null when it passes. */
async function verify(row: LoopRow, command: string): Promise<string | null> {
  const { runVerifyCommand } = await import("../../../gates/commands/verify-command.ts");
  const { passed, error } = await runVerifyCommand(command, row.project_dir, VERIFY_MS);
  return passed ? null : error;
}

async function record({ env, out }: Invocation, row: LoopRow, error: string | null): Promise<LoopRow> {
  const ended = await withStore(env, (store) =>
    inTransaction(store, () => {
      const now = findLoop(store, row.session_id);
      // It may have been cancelled while the command ran.
      if (now?.created_at !== row.created_at || now.status === "cancelled") return null;
      const at = Date.now();
      const result = error === null ? "passed" : "failed";
      noteRound(store, row.session_id, { rounds: 0, result, lastError: error, at });
      if (error === null) setLoopStatus(store, row.session_id, { status: "done", why: null, at });
      return findLoop(store, row.session_id);
    }),
  );
  if (!ended)
    throw new UserError("loop-over", "the loop was cancelled meanwhile", "There is nothing to end.");
  await publishLoop(env, out, ended);
  return ended;
}

export const cancel = defineCommand({
  details: "Works at once, from any terminal, also while its verify command is running.",
  examples: ["holdfast loop cancel", 'holdfast loop cancel --why "another approach"'],
  options: CANCEL_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { row, how } = await requireLoop(invocation, options);
    refuseOver(row, "There is nothing to cancel.");
    const by = await permitRelease(env, row.project_dir, "loop cancel");
    const why = options.why === undefined ? null : redact(options.why).text.slice(0, 200);
    await withStore(env, (store) =>
      setLoopStatus(store, row.session_id, { status: "cancelled", why, at: Date.now() }),
    );
    await withdrawLoop(env, out, row);
    await noteMetric(env, { projectDir: row.project_dir, sessionId: row.session_id }, "loop_released");
    await tellUser(env, `holdfast: Claude cancelled the loop itself${why ? `: ${why}` : "."}`);
    if (options.json) out.json({ cancelled: true, session: row.session_id, how, by });
    else out.line(`Loop of session ${row.session_id} (${how}) cancelled after ${row.iteration} rounds.`);
    return 0;
  },
});

function refuseOver(row: LoopRow, hint: string): void {
  if (!isOpen(row)) throw new UserError("loop-over", `the loop is over already (${row.status})`, hint);
}
