// Composes the message for Claude when a stop is held, and the one for the person when it is released.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import { clip, clipLine } from "../../text/clip.ts";
import { MAX_ASKS, MAX_SAME_SITUATION, RELEASE_REASONS, type Ruling } from "./budget.ts";
import type { Finding } from "./gate.ts";
import { QUESTION_MARKS } from "./questions.ts";

const MAX_REASON_LENGTH = 1500;
const MAX_LINE_LENGTH = 200;

interface RoundContext {
  /** No person watches the session. */
  unattended: boolean;
  /** null in the first round of a budget. */
  earlier: EarlierRounds | null;
  notes?: readonly string[];
}

/** What earlier reasons in this budget said. */
export interface EarlierRounds {
  /** The recorded findings of the last round. */
  last: readonly Partial<Finding>[];
  /** The lines of all earlier reasons. */
  lines: ReadonlySet<string>;
}

/** The reason for a hold: the most important finding first, the way out last. Later rounds say only what is new. */
export function composeReason(ruling: Ruling, event: GatedEvent, round: RoundContext): string {
  const { earlier, notes = [] } = round;
  const isNew = (text: string) => !text.split("\n").every((line) => earlier?.lines.has(line));
  const gates = [...new Set(ruling.open.map(({ gate }) => gate))];
  const findings = [
    ...ruling.open.map((finding) => describe(finding, earlier)),
    ...ruling.advice.map((finding) => `Also: ${firstLine(finding)}`).filter(isNew),
  ];
  const head = `${describeHold(event)} (gate: ${gates.join(", ")}).`;
  const unchanged =
    ruling.repeats === MAX_SAME_SITUATION - 1
      ? ["Nothing has changed since the last round. Try another approach, or say what blocks you."]
      : [];
  const tail = [
    ...unchanged,
    ...notes,
    ...askForFinalAnswer(event, round),
    ...[describeWayOut(ruling.open)].filter(isNew),
  ];
  const fixed = [head, ...tail].join("\n\n").length + 2;
  const body = clip(findings.join("\n\n"), Math.max(1, MAX_REASON_LENGTH - fixed));
  return [`${head}\n${body}`, ...tail].join("\n\n");
}

/** In full the first time, later only what differs from the earlier rounds. */
function describe(finding: Finding, earlier: EarlierRounds | null): string {
  const before = earlier && findInLastRound(finding, earlier.last);
  if (!before) return finding.reason;
  const [headline = "", ...details] = finding.reason.split("\n");
  const fresh = details.filter((line) => !earlier.lines.has(line));
  if (before.fingerprint === finding.fingerprint) {
    const start = finding.again ?? (earlier.lines.has(headline) ? `As before: ${headline}` : headline);
    return [start, ...fresh.filter((line) => !start.includes(line))].join("\n");
  }
  // The evidence has changed: mostly new, or only less of it.
  if (fresh.length === 0 || fresh.length > details.length / 2) return finding.reason;
  return [headline, ...fresh, "The rest is as before."].join("\n");
}

/** Of several findings with the same code, the one with the same fingerprint or first line. */
function findInLastRound(finding: Finding, last: readonly Partial<Finding>[]): Partial<Finding> | undefined {
  const alike = last.filter(({ gate, code }) => gate === finding.gate && code === finding.code);
  const start = finding.reason.split("\n", 1)[0];
  return (
    alike.find(({ fingerprint }) => fingerprint === finding.fingerprint) ??
    alike.find(({ reason }) => reason?.split("\n", 1)[0] === start) ??
    (alike.length === 1 ? alike[0] : undefined)
  );
}

const RELEASED: Record<GatedEvent["name"], string> = {
  Stop: "released this stop",
  SubagentStop: "released a subagent's stop",
  TeammateIdle: "let a teammate go idle",
  TaskCompleted: "let a task be completed",
};

/** What the person sees when a stop is allowed although something is open. */
export function composeRelease(ruling: Ruling, { name }: Pick<GatedEvent, "name">): string {
  const why = RELEASE_REASONS[ruling.rule] ?? ruling.rule;
  const open = ruling.open.map(
    (finding) => `- ${finding.gate}: ${summarise(finding)}${finding.endsOnRelease ? " It is off now." : ""}`,
  );
  const commands = ruling.open.flatMap(({ resumedBy }) => (resumedBy ? [`\`${resumedBy}\``] : []));
  const resume = commands.length > 0 ? `Resume with ${[...new Set(commands)].join(" or ")}. ` : "";
  return [
    `holdfast ${RELEASED[name]}: ${why}. Still open:`,
    ...open,
    `${resume}Why: \`holdfast explain\`.`,
  ].join("\n");
}

/** What the person sees one round before the stop is released because nothing changes. */
export function composeLastWarning({ verdict, repeats }: Ruling): string[] {
  if (verdict !== "blocked" || repeats !== MAX_SAME_SITUATION - 1) return [];
  return ["holdfast: nothing changed since the last round. If nothing changes again, the stop is released."];
}

/** What the person sees when a release was due after holds that the client did not give. `agent`: its name. */
export function composeWithheld({ open }: Ruling, agent: string): string {
  const gates = [...new Set(open.map(({ gate }) => gate))].join(" and ");
  return `holdfast: the ${gates} was not released. Stops that ${agent === "Claude" ? "Claude Code" : agent} did not send have used up its rounds: this session's transcript shows none of those holds. If ${agent} is held without reason, \`holdfast pause\` ends it. Why: \`holdfast explain\`.`;
}

/** What the person sees when the agent asked something, whether the stop is allowed or the agent continues. */
export function composeQuestion(
  { verdict, open }: Ruling,
  questions: readonly string[],
  agent: string,
): string {
  const gates = [...new Set(open.map(({ gate }) => gate))].join(" and ");
  const after: Partial<Record<typeof verdict, string>> = {
    asking: ` (answer with your next prompt; the ${gates} stays on)`,
    blocked: ` (${agent} continues for now: only one question per prompt ends the turn)`,
  };
  return `holdfast: ${agent} asks: ${questions.join(" / ")}${after[verdict] ?? ""}`;
}

/** Under declared work, only a question asked with `holdfast ask` ends the turn. */
export function explainAsking({ state }: Ruling, event: GatedEvent, questions: readonly string[]): string[] {
  if (questions.length > 0)
    return [
      "Continue with what needs no answer: your question was shown to the user, but only one question per prompt ends the turn.",
    ];
  const message = "lastAssistantMessage" in event ? event.lastAssistantMessage : "";
  if (!endsWithQuestion(message) || state.asks >= MAX_ASKS) return [];
  return [
    'If you cannot continue without the user\'s answer, run `holdfast ask "your question"` and stop. That works once per prompt. A question in your message does not end the work.',
  ];
}

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
      const more = resumedBy ? ` (released; resume with \`${resumedBy}\`)` : "";
      return `holdfast ${gate}: ${summarise(finding)}${more}`;
    })
    .join("\n");
}

function describeHold(event: GatedEvent): string {
  switch (event.name) {
    case "TaskCompleted":
      return "holdfast does not accept this task as completed yet";
    case "TeammateIdle":
      return "holdfast asks this teammate to continue";
    default:
      return "holdfast holds this stop";
  }
}

/** If the reader gets only the last message, it has to be complete. */
function askForFinalAnswer(event: GatedEvent, { unattended, earlier }: RoundContext): string[] {
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

function describeWayOut(open: readonly Finding[]): string {
  const commands = [...open.map(({ endedBy }) => endedBy), "holdfast pause"];
  const ways = [...new Set(commands)]
    .filter((command) => command !== undefined)
    .map((command) => `\`! ${command}\``)
    .join(" or ");
  // While Claude works, the client queues what is typed with `!` until the turn ends.
  return `To release: press Esc, then ${ways}, or run it in another terminal. Why: \`holdfast explain\`.`;
}

function firstLine(finding: Finding): string {
  return clip(finding.reason.split("\n", 1)[0] ?? "", MAX_LINE_LENGTH);
}

/** A whole sentence. */
function summarise(finding: Finding): string {
  const text = finding.summary ? clipLine(finding.summary, MAX_LINE_LENGTH) : firstLine(finding);
  return /[.!?…]$/.test(text) ? text : `${text.replace(/[:;,\s]+$/, "")}.`;
}
