// Conditions that a model judges, after the turn: what its last answer says about the present tree. Nobody is asked here.
import { type Condition, type Evidence, type Goal, isForJudge, listEvidence } from "../../store/goals.ts";
import { clipLine } from "../../text/clip.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { ConditionState } from "./goal.ts";

const MAX_LENGTH = 300;

/** An answer is evidence of kind "passed" or "failed" with this mark: after a change of the tree, it no longer counts. */
export async function markOfWork({ shared }: StopContext, { projectDir }: Goal): Promise<string> {
  const { fingerprint } = await shared.tree(projectDir);
  return fingerprint === "" ? `tools:${await shared.toolCalls()}` : fingerprint;
}

export async function readAnswers(stop: StopContext, goal: Goal): Promise<ConditionState[]> {
  const mark = await markOfWork(stop, goal);
  const answers = listEvidence(stop.store, goal.id).filter(({ treeMark }) => treeMark === mark);
  return goal.conditions.filter(isForJudge).map((condition) =>
    describeAnswer(
      condition,
      answers.findLast((one) => one.condition === condition.id),
    ),
  );
}

function describeAnswer(condition: Condition, answer: Evidence | undefined): ConditionState {
  const ask = clipLine(condition.ask ?? "", MAX_LENGTH);
  const said = clipLine(answer?.text ?? "", MAX_LENGTH);
  if (answer?.kind === "passed") return { ...condition, state: "met", because: said, next: "" };
  if (answer?.kind !== "failed")
    return {
      ...condition,
      state: "open",
      because: `No judge has answered yet: ${ask}`,
      next: "",
      awaitsJudge: true,
    };
  return {
    ...condition,
    state: "open",
    because: `A judge said no to "${ask}": ${said}`,
    next: "Fix that, then stop; the judge is asked again after a change.",
    fingerprint: Bun.hash(answer.text).toString(36),
  };
}
