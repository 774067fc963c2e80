import { findLoop, type LoopRow, moveLoop, resumeLoop } from "../../../gates/loop/rows.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { inTransaction, type Store } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, option, SESSION_OPTIONS } from "../../command.ts";
import { findTargetSession, withStore } from "../../target.ts";
import { isOpen } from "../hold/declared-work.ts";
import { parseIterations, publishLoop, requireLoop, withdrawLoop } from "./choose.ts";

export const command = defineCommand({
  details:
    "A loop is suspended when it makes no progress or its rounds are used up; the latter needs more of them. --from takes\n" +
    "over the loop that another session left behind, for example after /clear.",
  examples: [
    "holdfast loop resume",
    "holdfast loop resume --max-iterations 50",
    "holdfast loop resume --from 8d3a…",
  ],
  options: {
    "max-iterations": option("50", "the new total of rounds"),
    from: option("ID", "the session that has the loop now"),
    ...SESSION_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const { from } = options;
    const maxIterations = parseIterations(options["max-iterations"]) ?? null;
    const target =
      from === undefined
        ? await requireLoop(invocation, options).then(({ row, how }) => ({ id: row.session_id, how }))
        : await findTargetSession(invocation, options);
    const { row, left } = await withStore(env, (store) =>
      inTransaction(store, () => resume(store, target.id, from, maxIterations)),
    );
    if (left) await withdrawLoop(env, out, left);
    await publishLoop(env, out, row);
    if (options.json) out.json({ ...row, how: target.how });
    else {
      const room = `${row.max_iterations - row.iteration} of ${row.max_iterations} rounds left`;
      out.line(
        `${out.style.green("Loop on")} for session ${row.session_id} (${target.how}): ${row.task}; ${room}.`,
      );
    }
  },
});

/** `left`: the row of the session it was taken from. */
function resume(
  store: Store,
  sessionId: string,
  from: string | undefined,
  total: number | null,
): { row: LoopRow; left: LoopRow | null } {
  const row = from === undefined ? findLoop(store, sessionId) : findLeftLoop(store, sessionId, from);
  if (!row || !isOpen(row)) {
    throw new UserError("loop-over", "that loop is over", "`holdfast loop start` starts a new one.");
  }
  const maxIterations = total ?? row.max_iterations;
  if (maxIterations <= row.iteration) {
    throw new UserError(
      "used-up",
      `the loop has used its ${row.iteration} rounds`,
      `Give it more: holdfast loop resume --max-iterations ${row.iteration * 2}`,
    );
  }
  if (from !== undefined) moveLoop(store, from, sessionId, Date.now());
  const resumed = resumeLoop(store, sessionId, { maxIterations, at: Date.now() });
  if (!resumed) throw new Error("the loop vanished while it was resumed");
  return { row: resumed, left: from === undefined ? null : row };
}

function findLeftLoop(store: Store, sessionId: string, from: string): LoopRow {
  const own = findLoop(store, sessionId);
  if (own?.status === "active") {
    throw new UserError("loop-on", `a loop is on here: ${own.task}`, "`holdfast loop cancel` ends it.");
  }
  const row = isSessionId(from) && from !== sessionId ? findLoop(store, from) : null;
  if (row) return row;
  throw new UserError(
    "no-loop",
    `session ${from} has no loop`,
    "`holdfast loop status` shows the newest one here.",
  );
}
