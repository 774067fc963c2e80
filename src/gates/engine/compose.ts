// The words: what Claude is told when held, and what the person is told when a stop is released.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { clip } from "../../text/clip.ts";
import { MAX_ASKS, type Ruling } from "./budget.ts";
import type { Finding } from "./gate.ts";

const MAX_REASON = 1500;
const MAX_LINE = 200;

/** The reason of a block: the most important finding first, the way out last. `notes`: what else Claude should know. */
export function composeReason(ruling: Ruling, event: GatedEvent, notes: readonly string[] = []): string {
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
  const tail = [...notes, ...finalAnswer(event), wayOut(ruling.open)];
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

/** What the person sees when Claude asked something: with an allowed stop, or once more while it goes on. */
export function composeQuestion({ verdict, open }: Ruling, questions: readonly string[]): string {
  const gates = [...new Set(open.map(({ gate }) => gate))].join(" and ");
  const after: Partial<Record<typeof verdict, string>> = {
    asking: ` (answer with your next prompt; the ${gates} stays on)`,
    blocked: " (it goes on meanwhile: a question ends a turn once a prompt)",
  };
  return `holdfast: Claude asks: ${questions.join(" / ")}${after[verdict] ?? ""}`;
}

/** Under declared work a question ends the turn only when it is asked by the command. */
export function howToAsk({ ledger }: Ruling, event: GatedEvent, questions: readonly string[]): string[] {
  if (questions.length > 0)
    return [
      "Your question was shown to the user, but only one a prompt ends the turn: go on with what needs no answer.",
    ];
  const message = "lastAssistantMessage" in event ? event.lastAssistantMessage : "";
  if (!endsWithQuestion(message) || ledger.asks >= MAX_ASKS) return [];
  return [
    'A question in your message does not end the work. If you cannot go on without the user\'s answer, run `holdfast ask "your question"` and stop; that works once a prompt.',
  ];
}

function endsWithQuestion(message: string): boolean {
  return /[?？؟]["'”’»)\]*_`\s]*$/.test(message.slice(-200));
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
  const ways = [...commands].map((command) => `\`! ${command}\``);
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
