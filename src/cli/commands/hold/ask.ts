import { loadConfig } from "../../../config/load-config.ts";
import { activePause, readPauses } from "../../../config/pause.ts";
import { findLockFolder } from "../../../config/place.ts";
import { MAX_ASKS } from "../../../gates/engine/budget.ts";
import { currentBudget } from "../../../gates/engine/budget-rows.ts";
import { addQuestion } from "../../../gates/engine/questions.ts";
import { readLock } from "../../../gates/lock/state-file.ts";
import { findLoop } from "../../../gates/loop/rows.ts";
import { findPipeline } from "../../../gates/pipeline/rows.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { isOpenStatus, listTasks } from "../../../store/tasks.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Invocation, JSON_OPTION } from "../../command.ts";
import { findProject, withStore } from "../../target.ts";
import { chooseFlow } from "../flow/record.ts";
import { findForeignFile } from "../flow/status.ts";
import { findForeignLoop } from "../loop/status.ts";
import { toLine } from "./declared-work.ts";

const EXAMPLE = 'Example: holdfast ask "May I change the public API?"';

export const command = defineCommand({
  usage: '"question"',
  details:
    "For Claude, while a lock, loop, flow or another declared piece of work holds the session: the next stop is allowed\n" +
    "and the user is told the question. What holds stays on and goes on with the user's answer. Works once for each prompt.",
  examples: ['holdfast ask "May I change the public API?"', 'holdfast ask "Postgres or SQLite?" --json'],
  options: JSON_OPTION,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const question = parseQuestion(positionals[0]);
    const { sessionId } = env;
    if (sessionId === null || !isSessionId(sessionId))
      throw new UserError(
        "no-session",
        "`holdfast ask` works only inside a session of Claude Code",
        "From a terminal there is nobody to ask: write to Claude instead.",
      );
    const off = await findReleased(invocation, sessionId);
    if (off !== null)
      throw new UserError(
        "released",
        `${off}, so nothing holds this session`,
        "Put the question into your message and stop.",
      );
    const held = await listDeclaredWork(invocation, sessionId);
    if (held.length === 0)
      throw new UserError(
        "nothing-declared",
        "there is nothing to ask for: no lock, loop, flow or other declared work holds this session",
        "Put the question into your message and stop.",
      );
    await withStore(env, (store) => {
      // The stop would be held all the same.
      if ((currentBudget(store, sessionId, "main")?.asks ?? 0) >= MAX_ASKS)
        throw new UserError(
          "asked-already",
          "the user was asked since their last prompt and has not answered, so another question does not end the turn",
          "Decide what you can yourself and go on; say in your last message what is still open.",
        );
      addQuestion(store, sessionId, question, Date.now());
    });
    if (options.json) out.json({ asked: question, session: sessionId, holds: held });
    else
      out.line(
        `${out.style.green("Noted")}. Stop now: the user is told. The ${held.join(" and ")} stays on.`,
      );
  },
});

function parseQuestion(text: string | undefined): string {
  const question = toLine(text);
  if (question !== "") return question;
  throw new UserError("no-question", "what is the question?", EXAMPLE);
}

/** Why stops are not held at all; null when they are. */
async function findReleased(invocation: Invocation, sessionId: string): Promise<string | null> {
  const { env } = invocation;
  if (env.off) return "holdfast is switched off (HOLDFAST=0)";
  const { startDir } = await findProject(invocation);
  const pause = activePause(await readPauses(env), { startDir, sessionId, now: Date.now() });
  return pause && "holdfast is paused";
}

/** What holds this session because somebody asked for it, by name. */
async function listDeclaredWork(invocation: Invocation, sessionId: string): Promise<string[]> {
  const { env } = invocation;
  const { dir, startDir } = await findProject(invocation);
  const { config } = await loadConfig(env, dir);
  const { lock } = await readLock(findLockFolder({ startDir, projectDir: dir }) ?? dir, config);
  const isLocked =
    lock && Date.now() < lock.expiresAt && (lock.all || lock.owner === null || lock.owner === sessionId);
  const rows = await withStore(env, (store) => ({
    loop: findLoop(store, sessionId)?.status === "active",
    pipeline: findPipeline(store, sessionId)?.status === "active",
    tasks:
      config.tasks.block === "always" &&
      listTasks(store, sessionId).some(({ status }) => isOpenStatus(status)),
  }));
  const foreignLoop = rows.loop ? null : await findForeignLoop(invocation, {});
  const flow = await chooseFlow(invocation, {});
  return [
    ...(isLocked ? ["lock"] : []),
    ...(rows.loop || foreignLoop?.file.verifiedDone === false ? ["loop"] : []),
    ...(flow?.flow?.status === "active" || (flow && (await findForeignFile(invocation, flow)))
      ? ["flow"]
      : []),
    ...(rows.pipeline ? ["pipeline"] : []),
    ...(rows.tasks ? ["task list"] : []),
  ];
}
