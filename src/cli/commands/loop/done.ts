import type { Environment } from "../../../config/environment.ts";
import { questionOf, verifyOf } from "../../../gates/loop/loop.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import {
  changeGoal,
  endGoal,
  findGoal,
  type Goal,
  insertEvidence,
  isOpenGoal,
  statusOf,
} from "../../../store/goals.ts";
import { clipLine } from "../../../text/clip.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { findActor } from "../../actor.ts";
import { type Context, defineCommand, SESSION_OPTIONS } from "../../command.ts";
import { reportLoosening } from "../../loosening.ts";
import { isByPerson } from "../../person.ts";
import { changeStore } from "../../target.ts";
import { saveRun } from "../gate/save-run.ts";
import { chooseGoal, publish } from "../goals/choose.ts";

const VERIFY_MS = 10 * 60_000;
const MAX_SHOWN = 100;

export const command = defineCommand({
  changes: true,
  details:
    "Runs the verify command. The loop ends only when it passes (exit code 1 otherwise). A loop without one ends at once.\n" +
    "The user is told if Claude ended it.",
  examples: ["holdfast loop done"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const { goal, session } = (await chooseGoal(invocation, options, "loop")) ?? {};
    if (!goal || !session)
      throw new UserError(
        "no-loop",
        "there is no loop here",
        '`holdfast loop start "task" --verify "command"` starts one.',
      );
    if (!isOpenGoal(goal))
      throw new UserError(
        "loop-over",
        `the loop has already ended (${statusOf(goal)})`,
        "There is nothing to end.",
      );
    if (questionOf(goal) !== null)
      throw new UserError(
        "awaits-judge",
        "this loop ends when its judge says yes",
        "Stop: it is asked after the turn. `holdfast cancel loop` ends the loop without it.",
      );
    const verify = verifyOf(goal);
    const error = verify === null ? null : await verifyLoop(env, goal, verify);
    await recordResult(invocation, goal, error);
    if (options.json) out.json({ done: error === null, session: session.id, how: session.foundBy, error });
    else if (error === null)
      out.line(`${out.style.green("Done")}: ${goal.text} (session ${session.id}, ${session.foundBy}).`);
    else out.error(`\`${redact(verify ?? "").text}\` fails, so the loop stays on:\n${error}`);
    if (error === null && (verify === null || !(await isByPerson(invocation)))) {
      const act = await findActor(env, goal.projectDir, "loop done");
      await reportLoosening(env, act, {
        done: "the loop was ended",
        undo: "`holdfast loop start` starts it again.",
        // Whoever started this chose which programs the command found.
        why: `"${clipLine(goal.text, MAX_SHOWN)}", ${
          verify === null
            ? "which had no command to check it"
            : `whose command \`${clipLine(verify, MAX_SHOWN)}\` passed in the shell that ended it`
        }`,
        dir: goal.projectDir,
        sessionId: goal.sessionId,
      });
    }
    return error === null ? 0 : 1;
  },
});

/** null when it passes. */
export async function verifyLoop(
  env: Environment,
  { sessionId, projectDir: dir }: Goal,
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
export async function recordResult(context: Context, goal: Goal, error: string | null): Promise<void> {
  const { env } = context;
  const ended = await changeStore(env, (store) => {
    const now = findGoal(store, "loop", goal.sessionId);
    // It may have been cancelled while the command ran.
    if (now?.id !== goal.id || now.state === "cancelled") return null;
    const at = Date.now();
    const kind = error === null ? "passed" : "failed";
    const condition = now.conditions[0]?.id ?? "done";
    insertEvidence(store, now.id, { condition, kind, source: "loop done", text: error ?? "", at });
    changeGoal(store, now.id, {}, at);
    if (error === null) endGoal(store, now, at);
    return findGoal(store, "loop", goal.sessionId);
  });
  if (!ended)
    throw new UserError("loop-over", "the loop has been cancelled meanwhile", "There is nothing to end.");
  await publish(context, ended);
  if (error === null) await noteMetric(env, ended, "loop_passed");
}
