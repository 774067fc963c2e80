// Sentences of the report, the same in the terminal and on the page.
import type { BacktestReport, StopExample } from "./report.ts";

export function sayScope({ sessions, prompts, stops, heldThen, turnsWithoutStop }: BacktestReport): string {
  const then = heldThen > 0 ? `, ${heldThen} of them held by a hook at the time` : "";
  const without = turnsWithoutStop > 0 ? `; ${some(turnsWithoutStop, "turn")} had none` : "";
  return `${some(sessions, "session")}, ${some(prompts, "prompt")}, ${some(stops, "stop")}${then}${without}`;
}

export function sayLeftOut({ leftOut, damagedLines }: BacktestReport): string[] {
  return [
    ...(leftOut.subagent > 0 ? [`${some(leftOut.subagent, "file")} of subagents left out.`] : []),
    ...(leftOut.foreign > 0 ? [`${some(leftOut.foreign, "file")} of another tool left out.`] : []),
    ...(leftOut.empty > 0 ? [`${some(leftOut.empty, "file")} without a conversation left out.`] : []),
    ...(damagedLines > 0 ? [`${some(damagedLines, "damaged line")} skipped.`] : []),
  ];
}

export function sayDifference({ difference, policies }: BacktestReport): string[] {
  const [first, second] = policies;
  if (!difference || !first || !second) return [];
  const { heldByBoth, heldByFirst, heldBySecond, candidatesOfFirst, candidatesOfSecond } = difference;
  return [
    `Stops held by both ${heldByBoth}, by "${first.name}" alone ${heldByFirst}, by "${second.name}" alone ${heldBySecond}.`,
    `Candidates of "${first.name}" alone ${candidatesOfFirst}, of "${second.name}" alone ${candidatesOfSecond}.`,
  ];
}

/** `tasks: "write the guide", "test it" +2; hygiene: …` */
export function sayFindings({ findings }: Pick<StopExample, "findings">): string {
  return findings
    .map(({ gate, evidence, more }) => `${gate}: ${evidence.join("; ")}${more > 0 ? ` +${more}` : ""}`)
    .join(" | ");
}

function some(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
