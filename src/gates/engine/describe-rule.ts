// The rules of the budget, for people.
import { RELEASE_REASONS } from "./budget.ts";

const RULES: Record<string, string> = {
  "nothing-open": "no gate objected",
  "open-findings": "a gate objected and the budget had room",
  "needs-user": "the next step is the user's",
  question: "Claude asked the user a question, which ends the turn once per prompt",
  "background-work": "work of this turn is still running in the background",
  "asks-in-message":
    "Claude's last message asks the user something: tasks, checklist and plan wait for the answer",
  "anything-runs": "something runs in the background: tasks, checklist and plan wait for it",
  paused: "holdfast was paused (`holdfast resume` ends a pause)",
  "plan-mode": "Claude is in plan mode",
  "no-session-id": "the event had no usable session ID",
  "internal-agent": "Claude Code's own helper (for example while compacting) is never held",
  "no-budget-row": "Claude was already continuing and holdfast has no record of this session",
  once: '`continuation: "once"`: one block per turn, and this was the next stop',
  "unreadable-budget": "the budget's row was damaged, so nothing was held",
  "gate-failed": "a gate failed and the others found nothing (`holdfast doctor` shows the fault)",
};

/** Why a stop was held or allowed. */
export function describeRule(rule: string): string {
  const released = RELEASE_REASONS[rule];
  return released ? `${released}, so the stop was allowed` : (RULES[rule] ?? rule);
}
