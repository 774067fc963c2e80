// Rule 1 of the budget: reasons to let go before anything expensive is looked at.
import type { Verdict } from "./budget.ts";

export interface Circumstances {
  paused: boolean;
  permissionMode: string | null;
  hasSession: boolean;
  /** The client's own helper, such as the one that compacts: it has no type. */
  isInternalAgent: boolean;
  stopHookActive: boolean;
  /** A budget of this session and agent exists. */
  hasBudget: boolean;
  continuation: "budget" | "once";
}

export interface Excuse {
  verdict: Verdict;
  rule: string;
}

export function findExcuse(circumstances: Circumstances): Excuse | null {
  if (circumstances.paused) return { verdict: "paused", rule: "paused" };
  if (circumstances.permissionMode === "plan") return { verdict: "paused", rule: "plan-mode" };
  if (!circumstances.hasSession) return { verdict: "fault", rule: "no-session-id" };
  if (circumstances.isInternalAgent) return { verdict: "complete", rule: "internal-agent" };
  if (circumstances.stopHookActive && !circumstances.hasBudget) {
    return { verdict: "complete", rule: "no-budget-row" };
  }
  if (circumstances.stopHookActive && circumstances.continuation === "once") {
    return { verdict: "complete", rule: "once" };
  }
  return null;
}
