// A flow on the screen: its conditions, one line each, and the next step.

import type { Flow } from "../../../gates/flow/flow.ts";
import { type ConditionState, openConditions } from "../../../gates/flow/judge-conditions.ts";
import { printable } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";

const WIDTH = 24;

export function printFlow(
  out: Output,
  flow: Pick<Flow, "task" | "phase">,
  states: readonly ConditionState[],
): void {
  out.line(`  ${"task".padEnd(WIDTH)} ${printable(flow.task)}`);
  out.line(`  ${"phase".padEnd(WIDTH)} ${printable(flow.phase)}`);
  for (const { id, state, because } of states) {
    out.line(`${sign(out, state)} ${id.padEnd(WIDTH)} ${printable(because.replaceAll(/\s+/g, " "))}`);
  }
  const [first] = openConditions(states);
  if (first) out.line(`${out.style.bold("next")}: ${printable(first.next)}`);
}

function sign({ style }: Output, state: ConditionState["state"]): string {
  if (state === "met") return style.green("✓");
  return state === "open" ? style.yellow("○") : style.dim("–");
}
