import { findLoop, type LoopRow, noteRound, setLoopStatus } from "../../../gates/loop/rows.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation } from "../../command.ts";
import { withStore } from "../../with-store.ts";
import { noteMetric } from "../history/note-metric.ts";
import { tellRelease } from "../hold/release.ts";
import { requireLoop } from "./choose.ts";
import { SESSION_OPTIONS } from "./options.ts";
import { publishLoop } from "./state-file.ts";

const DEADLINE_MS = 10 * 60_000;

export const command = defineCommand({
  summary: "end the loop as done",
  details:
    "With a verify command it runs now, and only its success ends the loop (exit 1 otherwise). Without one the word is\n" +
    "taken, and the user is told when Claude gave it.",
  examples: ["holdfast loop done"],
  options: SESSION_OPTIONS,
  maxPositionals: 0,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { row, how } = await requireLoop(invocation, options);
    if (row.status === "done" || row.status === "cancelled") {
      throw new UserError(
        "loop-over",
        `the loop is over already (${row.status})`,
        "There is nothing to end.",
      );
    }
    const error = row.verify === null ? null : await verify(row, row.verify);
    const ended = await record(invocation, row, error);
    if (options.json) out.json({ done: error === null, session: row.session_id, how, error });
    else if (error === null)
      out.line(`${out.style.green("Done")}: ${row.task} (session ${row.session_id}, ${how}).`);
    else out.error(`\`${row.verify}\` does not pass, so the loop goes on:\n${error}`);
    if (error === null) {
      await noteMetric(env, { projectDir: ended.project_dir, sessionId: ended.session_id }, "loop_passed");
      if (row.verify === null) await tellRelease(env, `holdfast: Claude ended the loop as done: ${row.task}`);
    }
    return error === null ? 0 : 1;
  },
});

/** null when it passes. */
async function verify(row: LoopRow, command: string): Promise<string | null> {
  const { runVerifyCommand } = await import("../../../gates/commands/verify-command.ts");
  const { passed, error } = await runVerifyCommand(command, row.project_dir, DEADLINE_MS);
  return passed ? null : error;
}

async function record({ env, out }: Invocation, row: LoopRow, error: string | null): Promise<LoopRow> {
  const ended = await withStore(env, (store) =>
    store
      .transaction(() => {
        const now = findLoop(store, row.session_id);
        // It may have been cancelled while the command ran.
        if (now?.created_at !== row.created_at || now.status === "cancelled") return null;
        const at = Date.now();
        const result = error === null ? "passed" : "failed";
        noteRound(store, row.session_id, { rounds: 0, result, lastError: error, at });
        if (error === null) setLoopStatus(store, row.session_id, { status: "done", why: null, at });
        return findLoop(store, row.session_id);
      })
      .immediate(),
  );
  if (!ended) {
    throw new UserError("loop-over", "the loop was cancelled meanwhile", "There is nothing to end.");
  }
  await publishLoop(env, out, ended);
  return ended;
}
