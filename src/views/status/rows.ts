// A loop or a flow with the names that other tools know, as --json prints it.
import { type Flow, toFlow } from "../../gates/flow/flow.ts";
import { type Loop, toLoop } from "../../gates/loop/loop.ts";
import { type Goal, listEvidence } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";

export function readLoop(store: Store, goal: Goal): Promise<Loop> {
  return shownRow(toLoop(goal, listEvidence(store, goal.id)));
}

export async function readFlow(store: Store, goal: Goal) {
  return { ...(await shownRow<Flow>(toFlow(goal))), evidence: listEvidence(store, goal.id) };
}

/** The commands that prove it are kept as they are, and may have a secret in them. */
export async function shownRow<Row extends object>(row: Row): Promise<Row> {
  const names = ["verify", "correctness", "quality", "adversarial"];
  const commands = Object.entries(row).filter(([name]) => names.includes(name));
  return { ...row, ...(await valueWithoutSecrets(Object.fromEntries(commands))) };
}
