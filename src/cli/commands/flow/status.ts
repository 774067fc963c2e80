import { type Flow, toFlow } from "../../../gates/flow/flow.ts";
import { openConditions } from "../../../gates/flow/judge-conditions.ts";
import type { ConditionState } from "../../../gates/goals/goal.ts";
import { isOpenGoal, isUnfinished } from "../../../store/goals.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { countRounds } from "../../../views/status/describe-goals.ts";
import { readFlow } from "../../../views/status/rows.ts";
import type { SessionFacts } from "../../../views/status/session-facts.ts";
import { defineCommand, type Output, SESSION_OPTIONS } from "../../command.ts";
import { withStore } from "../../target.ts";
import { chooseGoal, describeStatus, readFacts } from "../goals/choose.ts";
import { judgeAgain } from "./record.ts";

const LABEL_WIDTH = 24;

export const command = defineCommand({
  examples: ["holdfast flow status", "holdfast flow status --json"],
  options: SESSION_OPTIONS,
  async run(invocation) {
    const { options, env, out } = invocation;
    const chosen = await chooseGoal(invocation, options, "flow");
    const facts = chosen && (await readFacts(env, chosen.session));
    const file = facts?.foreign.flow;
    if (chosen && file) {
      const { text: task, conditions, createdAt } = file;
      const phase = String(file.goal.details?.phase ?? "");
      if (options.json)
        out.json({ session: chosen.session.id, source: "file", task, phase, createdAt, conditions });
      else {
        out.line(`Flow of another tool in session ${chosen.session.id}, as its orchestrator.json says:`);
        printFlow(out, { task, phase }, conditions);
      }
      return;
    }
    if (!chosen?.goal || !facts) {
      if (options.json) out.json(null);
      else out.line("No flow here.");
      return;
    }
    const { goal, session } = chosen;
    const flow = toFlow(goal);
    const seen = isOpenGoal(goal) && flow.fileKey === null ? await judgeAgain(env, flow, session) : null;
    if (options.json) {
      const row = await withStore(env, (store) => readFlow(store, goal));
      out.json({ ...row, how: session.foundBy, conditions: seen?.states ?? null });
      return;
    }
    out.line(
      `${out.style.bold("Flow")} of session ${session.id} (${session.foundBy}): ${describeFlow(flow, facts)}`,
    );
    printFlow(out, flow, seen?.states ?? []);
    if (seen && openConditions(seen.states).length === 0) out.line("next: `holdfast flow done`");
    if (flow.status === "suspended") out.line(`continue: ${out.style.cyan("holdfast resume flow")}`);
  },
});

/** While it holds, rounds are counted as `explain` counts them. */
function describeFlow(flow: Flow, facts: SessionFacts): string {
  const phase = isUnfinished(flow) ? `, phase ${flow.phase}` : "";
  const { rounds, maxRounds } = countRounds(facts, {
    ...{ kind: "flow", rounds: flow.rounds, maxRounds: null, fileKey: null },
  });
  const count =
    flow.status === "active"
      ? `round ${rounds} of ${maxRounds}`
      : `${countNoun(flow.rounds, "round")} in all`;
  return `${describeStatus(flow)}${phase}, ${count}`;
}

/** Its conditions, one line each, and the next step. */
export function printFlow(
  out: Output,
  flow: Pick<Flow, "task" | "phase">,
  states: readonly ConditionState[],
): void {
  out.line(`  ${"task".padEnd(LABEL_WIDTH)} ${printable(flow.task)}`);
  out.line(`  ${"phase".padEnd(LABEL_WIDTH)} ${printable(flow.phase)}`);
  for (const { id, state, because } of states) {
    out.line(`${sign(out, state)} ${id.padEnd(LABEL_WIDTH)} ${printable(because.replaceAll(/\s+/g, " "))}`);
  }
  const [first] = openConditions(states);
  if (first) out.line(`${out.style.bold("next")}: ${printable(first.next)}`);
  if (first?.askUser) out.line(printable(first.askUser));
}

function sign({ style }: Output, state: ConditionState["state"]): string {
  if (state === "met") return style.green("✓");
  if (state === "waived") return style.yellow("✗");
  return state === "open" ? style.yellow("○") : style.dim("–");
}
