// Stops and why they are held, as tools.
import * as z from "zod";
import { clipLine } from "../../../text/clip.ts";
import type { ExplainedStop } from "../../../views/explain-stop.ts";
import type { ActiveItem } from "../../../views/status/active-items.ts";
import { describeWaived, type Goal } from "../../../views/status/describe-goals.ts";
import type { Holding } from "../../../views/status/details.ts";
import type { StageResult } from "../../../views/status/read-status.ts";
import type { StopFinding, StopRow } from "../../../views/stop-row.ts";
import { joinParts, minuteOf } from "./answer-text.ts";
import { callCommand, defineTool } from "./tool.ts";

const MAX_LISTED = 10;
const MAX_DETAILS = 20;
const MAX_LINE = 300;
const MAX_QUESTION = 500;

export const explainStop = defineTool({
  name: "explain_stop",
  title: "Explain a stop",
  description:
    "Why a stop was held: the gates' findings, the round, what would release it, what came before and after it. Without id: this session's last stop that was held. list: the last stops.",
  searchHint: "why was the stop blocked held released gate finding holdfast",
  input: z.strictObject({
    id: z.int().min(1).optional().describe("a stop's number"),
    list: z.boolean().optional(),
    detail: z.enum(["short", "full"]).optional(),
  }),
  async run({ id, list, detail }, caller) {
    if (list) {
      const { value } = await callCommand<StopRow[]>(caller, "explain", ["--list"]);
      if (value.length === 0) return ["This session has no stop yet."];
      return [
        ...value.slice(0, MAX_LISTED).map(describeLine),
        "For one of them, call explain_stop with its id.",
      ];
    }
    const words = id === undefined ? [] : ["--", String(id)];
    const { value } = await callCommand<ExplainedStop>(caller, "explain", words);
    const { before, after, reason } = value;
    const isFull = detail === "full";
    const shown = value.findings.filter(({ severity }) => isFull || severity !== "note");
    const near = (place: string, stop: ExplainedStop["before"]["stop"]) =>
      stop ? [`${place}: stop ${stop.id}, ${stop.title}`] : [];
    const done = [...before.acts, ...after.acts].map(({ at, text }) => `${text}, ${minuteOf(at)}`);
    return [
      `Stop ${value.id}: ${joinParts(value.title, value.event !== "Stop" && value.event, minuteOf(value.at))}`,
      ...(value.verdict === "asking" && reason ? [`Question: ${clipLine(reason, MAX_LINE)}`] : []),
      ...near("Before", before.stop),
      ...done,
      ...near("After", after.stop),
      ...(shown.length === 0 ? ["No findings."] : shown.flatMap((one) => describeFinding(one, isFull))),
      ...(isFull || shown.length === 0 ? [] : ["For everything: detail full."]),
    ];
  },
});

function describeLine({ id, at, event, title, about }: StopRow): string {
  return joinParts(String(id), minuteOf(at), event !== "Stop" && event, title, about);
}

const WEIGHTS = { block: "holds", advise: "advice only", note: "a note" };

function describeFinding(finding: StopFinding, isFull: boolean): string[] {
  const { gate, severity, summary, reason, details, releasedBy } = finding;
  const weight = WEIGHTS[severity];
  if (!isFull)
    return [
      `${gate}, ${weight}: ${clipLine(summary, MAX_LINE)}`,
      `  ends with: ${clipLine(releasedBy, MAX_LINE)}`,
    ];
  return [
    `${gate}, ${weight}:`,
    reason,
    ...details.slice(0, MAX_DETAILS).map((line) => `  ${clipLine(line, MAX_LINE)}`),
    ...(details.length > MAX_DETAILS ? [`  and ${details.length - MAX_DETAILS} more`] : []),
    `  ends with: ${releasedBy}`,
  ];
}

interface Status {
  project: string;
  off: boolean;
  on: ActiveItem[];
  goals: Goal[];
  holding: Holding[];
  checks: StageResult[];
  openTasks: number;
  storeProblem: string | null;
  last: StopRow | null;
}

export const status = defineTool({
  name: "status",
  title: "Show what is active",
  description:
    "What is active in this session and why its stops are held: lock, loop, flow, open findings, rounds used, the last results of the checks, the last stop.",
  searchHint: "holdfast status lock loop flow what holds rounds left checks",
  input: z.strictObject({}),
  async run(_input, caller) {
    const { value } = await callCommand<Status>(caller, "status", ["--details"]);
    const { project, off, on, goals, holding, checks, openTasks, storeProblem, last } = value;
    const shown = checks.filter(({ outcome }) => outcome !== null);
    return [
      project,
      ...(off ? ["Switched off by HOLDFAST=0."] : []),
      ...(holding.length === 0 ? ["Nothing holds this session."] : holding.map(describeHolding)),
      ...goals
        .filter(({ state, waived }) => state !== "holds" && waived.length > 0)
        .map((goal) => joinParts(`${goal.kind}: ${goal.what}`, goal.why, describeWaived(goal))),
      // What holds is listed above.
      ...on
        .filter(({ kind }) => ["paused", "inbox", "store"].includes(kind))
        .map(({ kind, text }) => clipLine(kind === "paused" ? `${text}: nothing is held` : text, MAX_LINE)),
      ...(shown.length === 0 ? [] : [joinParts(...shown.map(describeCheck))]),
      ...(openTasks > 0 ? [`${openTasks} open in the task list`] : []),
      ...(storeProblem === null ? [] : ["The user can run `holdfast doctor` to find out more."]),
      ...(last === null ? [] : [`Last stop: ${describeLine(last)}`]),
    ];
  },
});

function describeHolding({ kind, what, why, rounds, maxRounds, endsAt, waived }: Holding): string {
  return joinParts(
    `${kind}: ${what}`,
    why,
    describeWaived({ waived }),
    maxRounds === null ? `round ${rounds}` : `round ${rounds} of ${maxRounds}`,
    endsAt !== null && `until ${minuteOf(endsAt)} UTC`,
  );
}

function describeCheck({ stage, outcome, isCurrent }: StageResult): string {
  return `${stage} ${outcome}${isCurrent ? "" : " (tree changed since)"}`;
}

export const askPerson = defineTool({
  name: "ask_person",
  title: "Ask the user",
  description:
    "While a lock, loop, flow or task list holds this session: ask the user what only they can answer. The next stop is then allowed, and they see the question. The work stays on. Works once per prompt. If nothing holds the session, put the question into your message instead.",
  searchHint: "ask the user question while held locked loop flow stop approval",
  input: z.strictObject({
    question: z.string().trim().min(1).max(MAX_QUESTION).describe("one question, in one line"),
  }),
  changes: true,
  nextSteps: { "no-session": "This session is unknown: put the question into your message." },
  async run({ question }, caller) {
    const { value } = await callCommand<{ asked: string; holds: string[] }>(caller, "ask", ["--", question]);
    return [
      `Noted: ${value.asked}`,
      `Put the question into your last message, too, and stop. The ${value.holds.join(" and ")} stays on.`,
    ];
  },
});
