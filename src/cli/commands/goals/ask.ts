import { MAX_ASKS } from "../../../gates/engine/budget.ts";
import { addQuestion } from "../../../gates/engine/questions.ts";
import { UserError } from "../../../text/user-error.ts";
import { nameDeclaredWork } from "../../../views/status/goals.ts";
import { readSessionFacts } from "../../../views/status/session-facts.ts";
import { defineCommand, JSON_OPTION } from "../../command.ts";
import { createStoreReader, findOwnSession, findProject, withStore } from "../../target.ts";
import { toLine } from "./parse-goal.ts";

const EXAMPLE = 'Example: holdfast ask "May I change the public API?"';

export const command = defineCommand({
  usage: '"question"',
  details:
    "For Claude, while a lock, loop, flow or other declared work holds the session: the next stop is allowed and the user\n" +
    "sees the question. The work stays on and continues with the answer. Works once per prompt.",
  examples: ['holdfast ask "May I change the public API?"', 'holdfast ask "Postgres or SQLite?" --json'],
  options: JSON_OPTION,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const question = toLine(positionals[0]);
    if (question === "") throw new UserError("no-question", "the question is missing", EXAMPLE);
    const sessionId = await findOwnSession(invocation);
    if (sessionId === null)
      throw new UserError(
        "no-session",
        "`holdfast ask` works only inside a session of an agent",
        "At a terminal, write to the agent instead.",
      );
    const readStore = createStoreReader(env);
    const project = await findProject(invocation, undefined, readStore);
    const facts = await readSessionFacts({ env, project, readStore });
    if (env.off || facts.pause)
      throw new UserError(
        "released",
        `holdfast is ${env.off ? "switched off (HOLDFAST=0)" : "paused"}, so nothing holds this session`,
        "Put the question into your message and stop.",
      );
    const held = await nameDeclaredWork(facts, sessionId);
    if (held.length === 0)
      throw new UserError(
        "nothing-declared",
        "no lock, loop, flow or other declared work holds this session",
        "Put the question into your message and stop.",
      );
    // The stop would be held anyway.
    if ((facts.recorded.budget?.asks ?? 0) >= MAX_ASKS)
      throw new UserError(
        "asked-already",
        "you have already asked since the user's last prompt, so another question does not end the turn",
        "Decide what you can and continue. Say in your last message what is still open.",
      );
    await withStore(env, (store) => addQuestion(store, sessionId, question, Date.now()));
    if (options.json) out.json({ asked: question, session: sessionId, holds: held });
    else
      out.line(
        `${out.style.green("Noted")}. Put the question into your last message, too, and stop. The ${held.join(" and ")} stays on.`,
      );
  },
});
