// The rules of the budget in words, for people.
const RULES: Record<string, string> = {
  "nothing-open": "no gate objected",
  "open-findings": "a gate objected and the budget had room",
  "needs-user": "the next step is the user's",
  "background-work": "work of this turn is still running in the background",
  "same-situation": "the same situation for the third time: nothing moves, so the stop was let go",
  total: "the budget's blocks were used up, so the stop was let go",
  clock: "the budget's time was used up, so the stop was let go",
  paused: "holdfast is paused here (`holdfast resume` ends it)",
  "plan-mode": "Claude is in plan mode",
  "no-session-id": "the event had no usable session id",
  "internal-agent": "the client's own helper (for example while compacting) is never held",
  "no-budget-row": "Claude was already continuing and holdfast has no record of this session",
  once: '`continuation: "once"`: one block a turn, and this was the next stop',
  "unreadable-budget": "the budget's row made no sense, so nothing was held",
  "gate-failed": "a gate failed and the others found nothing (`holdfast doctor` has the fault)",
};

export function describeRule(rule: string): string {
  return RULES[rule] ?? rule;
}
