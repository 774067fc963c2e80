// A task's own proof: the command in the `verify:` line of its description, run when a person vouched for that very
// command.
import { oneLine } from "../../text/clip.ts";
import { countNoun } from "../../text/count-noun.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import { judgeWorkCheck, runWorkCheck, toCondition, type WorkCheck } from "../commands/work-check.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { demandedFacts, demandedGoal } from "../goals/demand.ts";
import type { GoalFacts } from "../goals/goal.ts";
import { goalGate } from "../goals/goal-gate.ts";

const VERIFY = /^[ \t]*(?:[-*][ \t]+)?[*_]*verify[*_]*:[*_]*[ \t]*(?:`([^`\r\n]+)`|([^\r\n]+?))[ \t]*$/im;
const ASK = "To allow it, add it word for word to `tasks.verify` or a quality stage of a trusted config.";
const MAX_SUBJECT = 120;

export const proof = goalGate<WorkCheck>({
  id: "proof",
  name: "task proof",
  demand: gatherProof,
  findings: ({ event }, { goal, extra }) =>
    event.name === "TaskCompleted"
      ? judgeWorkCheck(extra, { gate: "proof", what: goal.text, mark: event.taskId, progress: "" })
      : [],
  describeEnd: ({ goal }) => `${goal.text} is proven.`,
  describeProgress: ({ rounds }) => countNoun(rounds, "round"),
});

async function gatherProof(stop: StopContext): Promise<GoalFacts<WorkCheck> | null> {
  const { event, env, projectDir, loaded } = stop;
  if (event.name !== "TaskCompleted" || projectDir === null) return null;
  const command = readVerifyLine(event.taskDescription);
  if (command === null) return null;
  const subject = oneLine(event.taskSubject || event.taskId).slice(0, MAX_SUBJECT);
  const goal = demandedGoal("proof", stop, await withoutSecrets(`Task "${subject.toWellFormed()}"`));
  if (goal.state === "cancelled") return null;
  const { findVouchedFolder } = await import("../commands/permitted.ts");
  const folder = await findVouchedFolder({ env, loaded, projectDir }, command);
  const refused = folder === null ? ASK : null;
  const check = await runWorkCheck(stop, { gate: "proof", command, refused, folder: folder ?? projectDir });
  return demandedFacts(goal, check, [toCondition(check)]);
}

function readVerifyLine(description: string): string | null {
  const [, quoted, plain] = VERIFY.exec(description) ?? [];
  return (quoted ?? plain)?.trim() || null;
}
