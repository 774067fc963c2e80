// The words: what Claude is told when held, and what the person is told when a stop is released.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { Ruling } from "./budget.ts";
import type { Finding } from "./finding.ts";

const MAX_REASON = 1500;
const MAX_LINE = 200;

/** The reason of a block: the most important finding first, the way out last. */
export function composeReason(ruling: Ruling, event: GatedEvent): string {
  // Loops: each array helper costs the engine a start of its own, and every block comes here.
  const gates: string[] = [];
  const said: string[] = [];
  for (const { gate, reason } of ruling.open) {
    if (!gates.includes(gate)) gates.push(gate);
    said.push(reason);
  }
  for (const finding of ruling.advice) said.push(`Also: ${firstLine(finding)}`);
  const head = `${whatIsHeld(event)} (gate: ${gates.join(", ")}).`;
  const again =
    ruling.met >= 2
      ? ["Nothing has changed since the last round. Try another approach; at the third time you are let go."]
      : [];
  const tail = [...finalAnswer(event), wayOut(ruling.open)];
  const fixed = [head, ...again, ...tail].join("\n\n").length + 4;
  const body = clip(said.join("\n\n"), MAX_REASON - fixed);
  return [head, body, ...again, ...tail].join("\n\n");
}

/** What the person sees when a stop is let go although something is open. */
export function composeRelease(ruling: Ruling): string {
  const why: Record<string, string> = {
    "same-situation": "nothing changed in three rounds",
    total: `${ruling.ledger.blocks} rounds are used up`,
    clock: "the time is used up",
  };
  const open = ruling.open.map((finding) => `${finding.gate}: ${summary(finding)}`).join("; ");
  const onward = ruling.open.flatMap(({ resumedBy }) => (resumedBy ? [` Go on with \`${resumedBy}\`.`] : []));
  const head = `holdfast let Claude stop (${ruling.verdict}: ${why[ruling.rule] ?? ruling.rule}).`;
  return `${head} Still open: ${open}.${onward.join("")} Why: \`holdfast explain\`.`;
}

/** One line of advice for the person. */
export function composeAdvice(findings: readonly Finding[]): string {
  return findings
    .map((finding) => {
      const onward = finding.severity === "block" && finding.resumedBy;
      const more = onward ? ` (let go; \`${onward}\` goes on)` : "";
      return `holdfast ${finding.gate}: ${firstLine(finding)}${more}`;
    })
    .join("\n");
}

function whatIsHeld(event: GatedEvent): string {
  switch (event.name) {
    case "TaskCompleted":
      return "holdfast does not take this task as completed yet";
    case "TeammateIdle":
      return "holdfast asks this teammate to go on";
    default:
      return "holdfast holds this stop";
  }
}

function finalAnswer(event: GatedEvent): string[] {
  switch (event.name) {
    case "Stop":
      return [
        "When you are done, give your complete final answer again: a caller may see only your last message.",
      ];
    case "SubagentStop":
      return [
        "When you are done, give your complete report again: the agent that called you gets only your last message.",
      ];
    case "TaskCompleted":
      return ["Then mark the task as completed again."];
    case "TeammateIdle":
      return [];
  }
}

function wayOut(open: readonly Finding[]): string {
  const ways: string[] = [];
  const add = (command: string) => {
    const way = `\`! ${command}\``;
    if (!ways.includes(way)) ways.push(way);
  };
  for (const { endedBy } of open) if (endedBy) add(endedBy);
  add("holdfast pause");
  return `The user's way out: ${ways.join(", ")}. Why: \`holdfast explain\`.`;
}

function firstLine(finding: Finding): string {
  return clip(finding.reason.split("\n", 1)[0] ?? "", MAX_LINE);
}

/** The line of a reason that says most about what is open. */
function summary(finding: Finding): string {
  const lines = finding.reason.split("\n");
  return clip(lines.find((line) => line.startsWith("Goal: ")) ?? lines[0] ?? "", MAX_LINE).replace(/\.$/, "");
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1))}…`;
}
