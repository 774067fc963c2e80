// The words: what Claude is told when held, and what the person is told when a stop is released.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { clip } from "../../text/clip.ts";
import type { Ruling } from "./budget.ts";
import type { Finding } from "./gate.ts";

const MAX_REASON = 1500;
const MAX_LINE = 200;

/** The reason of a block: the most important finding first, the way out last. */
export function composeReason(ruling: Ruling, event: GatedEvent): string {
  const gates = [...new Set(ruling.open.map(({ gate }) => gate))];
  const said = [
    ...ruling.open.map(({ reason }) => reason),
    ...ruling.advice.map((finding) => `Also: ${firstLine(finding)}`),
  ];
  const head = `${whatIsHeld(event)} (gate: ${gates.join(", ")}).`;
  const again =
    ruling.met >= 2
      ? [
          "Nothing has changed since the last round. Try another approach; the third time the stop is allowed.",
        ]
      : [];
  const tail = [...finalAnswer(event), wayOut(ruling.open)];
  const fixed = [head, ...again, ...tail].join("\n\n").length + 4;
  const body = clip(said.join("\n\n"), Math.max(1, MAX_REASON - fixed));
  return [head, body, ...again, ...tail].join("\n\n");
}

/** What the person sees when a stop is allowed although something is open. */
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
      const more = onward ? ` (released; \`${onward}\` goes on)` : "";
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
  const commands = new Set([...open.flatMap(({ endedBy }) => endedBy ?? []), "holdfast pause"]);
  const ways = [...commands].map((command) => `\`! ${command}\``).join(" or ");
  // While Claude works, the client queues what is typed with `!` until the turn ends.
  return `The user's way out: press Esc, then ${ways}; or the same in another terminal. Why: \`holdfast explain\`.`;
}

function firstLine(finding: Finding): string {
  return clip(finding.reason.split("\n", 1)[0] ?? "", MAX_LINE);
}

/** The line of a reason that says most about what is open. */
function summary(finding: Finding): string {
  const lines = finding.reason.split("\n");
  return clip(lines.find((line) => line.startsWith("Goal: ")) ?? lines[0] ?? "", MAX_LINE).replace(/\.$/, "");
}
