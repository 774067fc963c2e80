// The words: what Claude is told when held, and what the person is told when a stop is released.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { clip, clipLine } from "../../text/clip.ts";
import { MAX_ASKS, RELEASE_REASONS, type Ruling } from "./budget.ts";
import type { Finding } from "./gate.ts";

const MAX_REASON = 1500;
const MAX_LINE = 200;

interface Circumstances {
  /** Nobody sits before the session. */
  unattended: boolean;
  /** null in the first round of a budget. */
  earlier: EarlierRounds | null;
  /** What else Claude should know. */
  notes?: readonly string[];
}

/** What Claude was told in this budget already. */
export interface EarlierRounds {
  /** What the last round found, as it was recorded. */
  last: readonly Partial<Finding>[];
  /** Each line of all reasons. */
  said: ReadonlySet<string>;
}

/** The reason of a block: the most important finding first, the way out last; from the second round on what is new. */
export function composeReason(ruling: Ruling, event: GatedEvent, circumstances: Circumstances): string {
  const { earlier, notes = [] } = circumstances;
  const isNew = (text: string) => !text.split("\n").every((line) => earlier?.said.has(line));
  const gates = [...new Set(ruling.open.map(({ gate }) => gate))];
  const findings = [
    ...ruling.open.map((finding) => describe(finding, earlier)),
    ...ruling.advice.map((finding) => `Also: ${firstLine(finding)}`).filter(isNew),
  ];
  const head = `${whatIsHeld(event)} (gate: ${gates.join(", ")}).`;
  const again =
    ruling.met >= 2
      ? [
          "Nothing has changed since the last round. Try another approach; the third time the stop is allowed.",
        ]
      : [];
  const tail = [
    ...again,
    ...notes,
    ...finalAnswer(event, circumstances),
    ...[wayOut(ruling.open)].filter(isNew),
  ];
  const fixed = [head, ...tail].join("\n\n").length + 2;
  const body = clip(findings.join("\n\n"), Math.max(1, MAX_REASON - fixed));
  return [`${head}\n${body}`, ...tail].join("\n\n");
}

/** In full, or what differs from what was said of it before. */
function describe(finding: Finding, earlier: EarlierRounds | null): string {
  const before = earlier && findBefore(finding, earlier.last);
  if (!before) return finding.reason;
  const [headline = "", ...details] = finding.reason.split("\n");
  const fresh = details.filter((line) => !earlier.said.has(line));
  if (before.fingerprint === finding.fingerprint) {
    const start = finding.again ?? (earlier.said.has(headline) ? `As before: ${headline}` : headline);
    return [start, ...fresh.filter((line) => !start.includes(line))].join("\n");
  }
  // It is about something else now, or less of the same is left.
  if (fresh.length === 0 || fresh.length > details.length / 2) return finding.reason;
  return [headline, ...fresh, "The rest is as before."].join("\n");
}

/** The same finding in the last round: of several alike, the one that starts with the same line. */
function findBefore(finding: Finding, last: readonly Partial<Finding>[]): Partial<Finding> | undefined {
  const alike = last.filter(({ gate, code }) => gate === finding.gate && code === finding.code);
  const start = finding.reason.split("\n", 1)[0];
  return (
    alike.find(({ fingerprint }) => fingerprint === finding.fingerprint) ??
    alike.find(({ reason }) => reason?.split("\n", 1)[0] === start) ??
    (alike.length === 1 ? alike[0] : undefined)
  );
}

/** What the person sees when a stop is allowed although something is open. */
export function composeRelease(ruling: Ruling): string {
  const why = RELEASE_REASONS[ruling.rule] ?? ruling.rule;
  const open = ruling.open.map(
    (finding) => `- ${finding.gate}: ${summarise(finding)}${finding.endsOnRelease ? " It is off now." : ""}`,
  );
  const commands = new Set(ruling.open.flatMap(({ resumedBy }) => resumedBy ?? []));
  const onward = [...commands].map((command) => `Go on with \`${command}\`. `);
  return [
    `holdfast let Claude stop (${ruling.verdict}: ${why}). Still open:`,
    ...open,
    `${onward.join("")}Why: \`holdfast explain\`.`,
  ].join("\n");
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
export function howToAsk({ state }: Ruling, event: GatedEvent, questions: readonly string[]): string[] {
  if (questions.length > 0)
    return [
      "Your question was shown to the user, but only one question a prompt ends the turn. Go on with what needs no answer.",
    ];
  const message = "lastAssistantMessage" in event ? event.lastAssistantMessage : "";
  if (!endsWithQuestion(message) || state.asks >= MAX_ASKS) return [];
  return [
    'A question in your message does not end the work. If you cannot go on without the user\'s answer, run `holdfast ask "your question"` and stop; that works once a prompt.',
  ];
}

const QUESTION_MARKS = ["?", "？", "؟"];

function endsWithQuestion(message: string): boolean {
  const end = message.slice(-200);
  return QUESTION_MARKS.some((mark) => end.includes(mark)) && /[?？؟]["'”’»)\]*_`\s]*$/.test(end);
}

/** One line of advice for the person. */
export function composeAdvice(findings: readonly Finding[]): string {
  return findings
    .map((finding) => {
      const { gate, severity, resumedBy } = finding;
      if (severity === "advise") return `holdfast ${gate}: ${firstLine(finding)}`;
      const more = resumedBy ? ` (released; \`${resumedBy}\` goes on)` : "";
      return `holdfast ${gate}: ${summarise(finding)}${more}`;
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

/** Where only the last message arrives, it has to be complete. */
function finalAnswer(event: GatedEvent, { unattended, earlier }: Circumstances): string[] {
  switch (event.name) {
    case "Stop":
      if (!unattended) return [];
      return earlier
        ? ["Then give your complete final answer again."]
        : [
            "When you are done, give your complete final answer again: a caller may see only your last message.",
          ];
    case "SubagentStop":
      return earlier
        ? ["Then give your complete report again."]
        : [
            "When you are done, give your complete report again: the agent that called you gets only your last message.",
          ];
    case "TaskCompleted":
      return ["Then mark the task as completed again."];
    case "TeammateIdle":
      return [];
  }
}

function wayOut(open: readonly Finding[]): string {
  const commands = [...open.map(({ endedBy }) => endedBy), "holdfast pause"];
  const ways = [...new Set(commands)]
    .filter((command) => command !== undefined)
    .map((command) => `\`! ${command}\``)
    .join(" or ");
  // While Claude works, the client queues what is typed with `!` until the turn ends.
  return `The user's way out: press Esc, then ${ways}; or the same in another terminal. Why: \`holdfast explain\`.`;
}

function firstLine(finding: Finding): string {
  return clip(finding.reason.split("\n", 1)[0] ?? "", MAX_LINE);
}

/** A whole sentence. */
function summarise(finding: Finding): string {
  const text = finding.summary ? clipLine(finding.summary, MAX_LINE) : firstLine(finding);
  return /[.!?…]$/.test(text) ? text : `${text.replace(/[:;,\s]+$/, "")}.`;
}
