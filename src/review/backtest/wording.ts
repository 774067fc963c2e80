// Sentences and names of the report, the same in the terminal and on the HTML page.
import { countNoun } from "../../text/count-noun.ts";
import type { BacktestReport, StopExample } from "./report.ts";

export function describeScope({
  sessions,
  prompts,
  stops,
  heldThen,
  turnsWithoutStop,
}: BacktestReport): string {
  const then = heldThen > 0 ? `, ${heldThen} of them held by a hook at the time` : "";
  const without = turnsWithoutStop > 0 ? `; ${countNoun(turnsWithoutStop, "turn")} had none` : "";
  return `${countNoun(sessions, "session")}, ${countNoun(prompts, "prompt")}, ${countNoun(stops, "stop")}${then}${without}`;
}

export function describeLeftOut({ leftOut, damagedLines }: BacktestReport): string[] {
  return [
    ...(leftOut.subagent > 0 ? [`${countNoun(leftOut.subagent, "file")} of subagents left out.`] : []),
    ...(leftOut.foreign > 0 ? [`${countNoun(leftOut.foreign, "file")} of another tool left out.`] : []),
    ...(leftOut.empty > 0 ? [`${countNoun(leftOut.empty, "file")} without a conversation left out.`] : []),
    ...(damagedLines > 0 ? [`${countNoun(damagedLines, "damaged line")} skipped.`] : []),
  ];
}

export function describeDifference({ difference, policies }: BacktestReport): string[] {
  const [first, second] = policies;
  if (!difference || !first || !second) return [];
  const { heldByBoth, heldByFirst, heldBySecond, candidatesOfFirst, candidatesOfSecond } = difference;
  return [
    `Stops held by both ${heldByBoth}, by "${first.name}" alone ${heldByFirst}, by "${second.name}" alone ${heldBySecond}.`,
    `Candidates of "${first.name}" alone ${candidatesOfFirst}, of "${second.name}" alone ${candidatesOfSecond}.`,
  ];
}

/** Such as `tasks: write the guide; test it +2 | …`. */
export function describeFindings({ findings }: Pick<StopExample, "findings">): string {
  return findings
    .map(({ gate, evidence, more }) => `${gate}: ${evidence.join("; ")}${more > 0 ? ` +${more}` : ""}`)
    .join(" | ");
}

const MIN_ID = 8;

/** The ends of paths, in order: short enough for a column, and all different. */
export function shortNames(names: readonly string[], max: number): string[] {
  const parts = names.map((name) => name.split("/"));
  for (let depth = 1; depth <= Math.max(1, ...parts.map(({ length }) => length)); depth++) {
    const ends = parts.map((part) => part.slice(-depth).join("/"));
    const cut = ends.map((end) => cutStart(end, max));
    if (new Set(cut).size === names.length) return cut;
  }
  return names.map((name, n) => `${n + 1} ${cutStart(name.replace(/^.*\//, ""), max - 2)}`);
}

/** The shortest beginning that no other id has, or the whole id. */
export function shortId(id: string, all: readonly string[]): string {
  const others = all.filter((other) => other !== id);
  for (let length = MIN_ID; length < id.length; length++) {
    const start = id.slice(0, length);
    if (!others.some((other) => other.startsWith(start))) return start;
  }
  return id;
}

function cutStart(text: string, max: number): string {
  return text.length > max ? `…${text.slice(1 - max)}`.toWellFormed() : text;
}
