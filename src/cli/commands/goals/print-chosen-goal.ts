// Prints the goal that `loop status` and the like are asked for, as `holdfast status` lists it, with its conditions.
import { statusOf } from "../../../store/goals.ts";
import { printable } from "../../../text/printable.ts";
import { type Condition, readGoals } from "../../../views/status/goals.ts";
import { readFactsOf } from "../../../views/status/session-facts.ts";
import type { Context, Output } from "../../command.ts";
import { withStore } from "../../target.ts";
import { type ChosenGoal, describeStatus } from "./choose.ts";
import { printGoal } from "./print-goal.ts";

/** `conditions`: also shown once the goal has ended; by default those of the open goal. */
export async function printChosenGoal(
  { env, out }: Context,
  chosen: ChosenGoal | null,
  kind: string,
  conditions?: readonly Condition[],
): Promise<void> {
  const listed = chosen && (await readListed(env, chosen, kind));
  if (!chosen || (!listed && !chosen.goal)) {
    out.line(`No ${kind} here.`);
    return;
  }
  const { goal, session } = chosen;
  out.line(`${out.style.bold(`The ${kind}`)} of session ${session.id} (${session.foundBy})`);
  if (listed) printGoal(out, listed);
  else if (goal) {
    out.line(`  ${kind.padEnd(10)} ${printable(goal.text)}`);
    out.line(`  ${"".padEnd(10)} ${describeStatus({ status: statusOf(goal), why: goal.why })}`);
  }
  for (const condition of conditions ?? listed?.conditions ?? []) printCondition(out, condition);
}

async function readListed(env: Context["env"], { session }: ChosenGoal, kind: string) {
  const row = { session_id: session.id, project_dir: session.projectDir };
  const goals = await withStore(env, async (store) => readGoals(await readFactsOf(env, store, row), store));
  return goals.find((goal) => goal.kind === kind) ?? null;
}

const SIGNS = { met: "✓", open: "○", waived: "✗", "not-needed": "–" };

export function printCondition(out: Output, { text, state, note }: Condition): void {
  out.line(`  ${SIGNS[state]} ${text}${note === "" ? "" : `: ${note}`}`);
}
