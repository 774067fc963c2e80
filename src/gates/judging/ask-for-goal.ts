// Asks the judge about the conditions of a goal that only a judge can meet. The answer is evidence about the tree it saw.
import type { Judgement } from "../../judge/ask-judge.ts";
import { type Goal, insertEvidence, setGoalState } from "../../store/goals.ts";
import { queueMessage } from "../../store/notices.ts";
import { inTransaction } from "../../store/open.ts";
import { JUDGE_FAILED } from "../engine/budget.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { markOfWork, readAnswers } from "../goals/judge-answers.ts";
import { mayAskJudge, openQuestions, whileTurnIsOver } from "./ask-about-session.ts";

const SEES = ["request", "diff", "checks"] as const;

interface Answer {
  condition: string;
  judgement: Judgement;
}

/**
 * "answered": there is new evidence, to be judged. "failed": the goal is suspended, and the person is told. "nothing": nobody
 * had to be asked, or the session went on.
 */
export async function askForGoal(stop: StopContext, goal: Goal): Promise<"answered" | "failed" | "nothing"> {
  const waiting = (await readAnswers(stop, goal)).filter(({ awaitsJudge }) => awaitsJudge);
  if (waiting.length === 0) return "nothing";
  if (!mayAskJudge(stop)) return suspend(stop, goal, "no judge may be asked about this session");
  // A flow's review reads the code.
  const kind = goal.kind === "flow" ? "agent" : "prompt";
  const treeMark = await markOfWork(stop, goal);
  const answers = await whileTurnIsOver(stop, async (signal) => {
    const { ask } = openQuestions(stop, signal, goal);
    const given: Answer[] = [];
    for (const { id, ask: question = "" } of waiting)
      given.push({
        condition: id,
        judgement: await ask({ judge: goal.kind, ask: question, sees: SEES, kind }),
      });
    return given;
  });
  if (answers === null) return "nothing";
  for (const { condition, judgement } of answers) {
    if (judgement.kind === "failed") return suspend(stop, goal, judgement.why);
    if (judgement.kind === "not-asked")
      return judgement.why === "limit" ? suspend(stop, goal, "today's calls are used up") : "nothing";
    const { ok, reason: text } = judgement;
    const answer = { condition, kind: ok ? "passed" : "failed", source: "judge", text, treeMark };
    inTransaction(stop.store, () => {
      const at = Date.now();
      insertEvidence(stop.store, goal.id, { ...answer, at });
      if (!ok)
        queueMessage(
          stop.store,
          stop.sessionId,
          `holdfast: the judge of the ${goal.kind} says no: ${text}`,
          at,
        );
    });
  }
  return "answered";
}

function suspend({ store, sessionId }: StopContext, { id, kind }: Goal, why: string): "failed" {
  const at = Date.now();
  inTransaction(store, () => {
    setGoalState(store, id, { state: "suspended", why: JUDGE_FAILED, at });
    queueMessage(
      store,
      sessionId,
      `holdfast: the ${kind} is suspended, because the judge could not answer: ${why}. Nothing counts as verified; it continues with your next prompt.`,
      at,
    );
  });
  return "failed";
}
