import type { Environment } from "../../../config/environment.ts";
import {
  cancelFileLoop,
  endLoop,
  findLoop,
  type LoopRow,
  moveLoop,
  noteRound,
  resumeLoop,
  setLoopStatus,
} from "../../../gates/loop/rows.ts";
import { DEFAULT_MINUTES, type LoopFile, MAX_ITERATIONS } from "../../../gates/loop/state-file.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import type { Store } from "../../../store/open.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { isOpen, shownRow } from "../../../views/status/active-items.ts";
import {
  CANCEL_OPTIONS,
  type Context,
  defineCommand,
  numberUpTo,
  option,
  SESSION_OPTIONS,
} from "../../command.ts";
import { changeStore, type FoundSession, findTargetSession, withStore } from "../../target.ts";
import { findActor } from "../hold/actor.ts";
import { cancelWork, findToResume, reportRelease, saveRun } from "../hold/declared-work.ts";
import {
  chooseLoop,
  findForeignLoop,
  ownerOf,
  publishLoop,
  requireChosen,
  requireLoop,
  withdrawLoop,
} from "./status.ts";

const VERIFY_MS = 10 * 60_000;

export const done = defineCommand({
  changes: true,
  details:
    "Runs the verify command. The loop ends only when it passes (exit code 1 otherwise). A loop without one ends at once,\n" +
    "and the user is told if Claude ended it.",
  examples: ["holdfast loop done"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { row, session } = await requireLoop(invocation, options);
    refuseOver(row, "There is nothing to end.");
    const error = row.verify === null ? null : await verifyLoop(env, row, row.verify);
    const ended = await recordResult(invocation, row, error);
    if (options.json) out.json({ done: error === null, session: session.id, how: session.foundBy, error });
    else if (error === null)
      out.line(`${out.style.green("Done")}: ${row.task} (session ${session.id}, ${session.foundBy}).`);
    else out.error(`\`${(await shownRow(row)).verify}\` fails, so the loop stays on:\n${error}`);
    if (error === null && ended.verify === null) {
      const act = await findActor(env, row.project_dir, "loop done");
      await reportRelease(env, act, "the loop was ended as done", row.task);
    }
    return error === null ? 0 : 1;
  },
});

/** null when it passes. */
export async function verifyLoop(
  env: Environment,
  { session_id: sessionId, project_dir: dir }: LoopRow,
  command: string,
  timeoutMs = VERIFY_MS,
): Promise<string | null> {
  const { runVerifyCommand } = await import("../../../gates/commands/verify-command.ts");
  const { passed, error } = await runVerifyCommand(command, dir, timeoutMs, {
    onResult: (result) => saveRun(env, { sessionId, check: "loop", command, dir }, result),
  });
  return passed ? null : error;
}

/** `error`: the command's output; null if the loop is done. */
export async function recordResult(context: Context, row: LoopRow, error: string | null): Promise<LoopRow> {
  const { env } = context;
  const ended = await changeStore(env, (store) => {
    const now = findLoop(store, row.session_id);
    // It may have been cancelled while the command ran.
    if (now?.created_at !== row.created_at || now.status === "cancelled") return null;
    const at = Date.now();
    const result = error === null ? "passed" : "failed";
    noteRound(store, row.session_id, { rounds: 0, result, lastError: error, at });
    if (error === null) endLoop(store, now, at);
    return findLoop(store, row.session_id);
  });
  if (!ended)
    throw new UserError("loop-over", "the loop was cancelled in the meantime", "There is nothing to end.");
  await publishLoop(context, ended);
  if (error === null) await noteMetric(env, ownerOf(ended), "loop_passed");
  return ended;
}

export const cancel = defineCommand({
  changes: true,
  details:
    "Takes effect at once, from any terminal, even while the verify command runs. A loop of another tool (loop.json) stops\n" +
    "holding, but its file stays.",
  examples: ["holdfast loop cancel", 'holdfast loop cancel --why "another approach"'],
  options: CANCEL_OPTIONS,
  async run(invocation) {
    const { options, env } = invocation;
    const chosen = await chooseLoop(invocation, options);
    const file = chosen && (await findForeignLoop(env, chosen));
    if (file && !file.verifiedDone) {
      const { session } = chosen;
      const cancelFile = (why: string | null, by: "user" | "claude") =>
        withStore(env, (store) => cancelFileLoop(store, { ...toRow(session, file), started_by: by, why }));
      await cancelWork(invocation, "loop", session, cancelFile, file.iteration);
      return;
    }
    const { row, session } = requireChosen(chosen);
    refuseOver(row, "There is nothing to cancel.");
    const cancelRow = async (why: string | null) => {
      await withStore(env, (store) =>
        setLoopStatus(store, row.session_id, { status: "cancelled", why, at: Date.now() }),
      );
      await withdrawLoop(invocation, row);
    };
    await cancelWork(invocation, "loop", session, cancelRow, row.iteration);
  },
});

function toRow({ id, projectDir }: FoundSession, file: LoopFile) {
  return {
    session_id: id,
    project_dir: projectDir,
    task: redact(file.task).text,
    verify: null,
    promise: null,
    max_iterations: file.maxIterations,
    max_minutes: DEFAULT_MINUTES,
    iteration: file.iteration,
    created_at: Date.now(),
    file_key: file.key,
  };
}

function refuseOver(row: LoopRow, hint: string): void {
  if (!isOpen(row)) throw new UserError("loop-over", `the loop has already ended (${row.status})`, hint);
}

export const resume = defineCommand({
  changes: true,
  details:
    "A loop is suspended when it makes no progress or its rounds are used up. In the second case, give it more with\n" +
    "--max-iterations. --from takes over a loop that another session left, for example after /clear.",
  examples: [
    "holdfast loop resume",
    "holdfast loop resume --max-iterations 50",
    "holdfast loop resume --from 8d3a…",
  ],
  options: {
    "max-iterations": option("50", "the new total of rounds", numberUpTo(MAX_ITERATIONS, 10)),
    from: option("ID", "the session that has the loop now"),
    ...SESSION_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const { from, "max-iterations": maxIterations } = options;
    const target =
      from === undefined
        ? (await requireLoop(invocation, options)).session
        : await findTargetSession(invocation, options);
    const { row, left } = await changeStore(env, (store) => resumeRow(store, target.id, from, maxIterations));
    if (left) await withdrawLoop(invocation, left);
    await publishLoop(invocation, row);
    if (options.json) out.json({ ...(await shownRow(row)), how: target.foundBy });
    else {
      const room = `${row.max_iterations - row.iteration} of ${row.max_iterations} rounds left`;
      out.line(
        `${out.style.green("Loop on")} for session ${row.session_id} (${target.foundBy}): ${row.task}; ${room}.`,
      );
    }
  },
});

/** `left`: the row of the session it was taken from. */
function resumeRow(
  store: Store,
  sessionId: string,
  given: string | undefined,
  total: number | undefined,
): { row: LoopRow; left: LoopRow | null } {
  const kind = { name: "loop", ofSession: findLoop };
  const { row, from } = findToResume(store, kind, sessionId, given);
  const maxIterations = total ?? row.max_iterations;
  if (maxIterations <= row.iteration) {
    throw new UserError(
      "used-up",
      `the loop has used its ${countNoun(row.iteration, "round")}`,
      `Give it more: holdfast loop resume --max-iterations ${row.iteration * 2}`,
    );
  }
  if (from !== null) moveLoop(store, from, sessionId, Date.now());
  const resumed = resumeLoop(store, sessionId, { maxIterations, at: Date.now() });
  if (!resumed) throw new Error("the loop vanished while it was resumed");
  return { row: resumed, left: from === null ? null : row };
}
