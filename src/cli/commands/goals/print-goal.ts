import { formatDuration } from "../../../text/format-time.ts";
import { describeWaived, type Goal } from "../../../views/status/describe-goals.ts";
import type { Output } from "../../command.ts";

const LABEL_WIDTH = 10;

/** A goal of a session, with how it stands and the command that continues or ends it. */
export function printGoal(out: Output, goal: Goal): void {
  const row = (label: string, text: string) => out.line(`  ${label.padEnd(LABEL_WIDTH)} ${text}`);
  row(goal.kind, goal.what);
  const state = describeState(goal);
  if (state !== "") row("", state);
  if (goal.waived.length > 0) row("", out.style.yellow(describeWaived(goal)));
  if (goal.state === "suspended") row("", `continue: ${out.style.cyan(`holdfast resume ${goal.kind}`)}`);
  else if (goal.endedBy !== null && goal.state === "holds")
    row("", `end it: ${out.style.cyan(`holdfast ${goal.endedBy}`)}`);
}

function describeState({ state, why, rounds, maxRounds, endsAt }: Goal): string {
  const reason = why === "" ? "" : ` (${why})`;
  const parts = [
    rounds === null ? "" : `round ${rounds}${maxRounds === null ? "" : ` of ${maxRounds}`}`,
    endsAt === null ? "" : `${formatDuration(Date.parse(endsAt) - Date.now())} left`,
    why,
  ];
  return state === "suspended" ? `suspended${reason}` : parts.filter(Boolean).join(", ");
}
