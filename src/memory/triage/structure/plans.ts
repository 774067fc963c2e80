// Reads an approved plan: the choice it makes, and what it leaves out.
import { stemsOf } from "../../index/find-similar.ts";
import type { TriageFinding } from "../candidate.ts";
import { makeTitle, plainLine } from "../title.ts";
import { joinTopic } from "../topic.ts";
import { listBelow, toFindings } from "./lists.ts";

const MAX_LINES = 400;
const MAX_NAMED = 3;
const MIN_NEW_WORDS = 2;
/** Generic headings that do not name the plan. */
const namelessPattern = () =>
  /^(?:(?:\w+ )?plan|context|overview|summary|goals?|background|problem|introduction|current state|approach|(?:phase|step|part|stage) \d.*)\W*$/i;
const solutionHeading = () =>
  /^(?:(?:the|proposed|recommended|chosen|high-level) )*(?:solution|approach|decision|design|fix)\b(?::\s*(.+)|[^:]{0,30})$/i;
/** Names a choice between two things. */
const choicePattern = () =>
  /\b(?:instead of|rather than|in favou?r of|replac(?:e|es|ing)|switch(?:es|ing)?|from .+ to)\b/i;
/** "**Decision:** …" */
const labelPattern = () => /^(?:decision|recommendation|recommended approach|chosen)\s*:\s*(\S.*)$/i;
const decisionColumn = () => /^(?:decision|choice|chosen|approach|solution)s?$/i;
const tablePattern = () => /^\s*\|(.*)\|\s*$/;
const scopeHeading = () =>
  /^(?:out of scope|non-?goals?|not in scope|future work|deferred|later|follow-?ups?)\b(?: \([^)]*\)| \w+){0,3}$/i;

/** A plan without a choice is only a task, which the code shows later. */
export function readPlan(plan: string): TriageFinding[] {
  const name = nameOfPlan(plan);
  const choices = [openingOf(plan), name].filter((one) => choicePattern().test(one));
  const solution = solutionOf(plan);
  const chosen = saysMore(solution, name) ? solution : (choices[0] ?? "");
  const scope = readScope(plan, name);
  if (chosen === "") return scope;
  const title =
    name === "" || !saysMore(chosen, name) ? null : joinTopic(name.endsWith("?") ? name : `${name}:`, chosen);
  return [
    {
      source: "plan",
      category: "DECISION",
      title: title ?? makeTitle(chosen),
      evidence: [
        {
          line: plainLine([name, chosen].filter(Boolean).join(": "), 400),
          who: "user",
          why: "a plan you approved",
        },
      ],
      identity: plan,
    },
    ...scope,
  ];
}

/** A name that is said twice is no choice. */
function saysMore(text: string, name: string): boolean {
  return stemsOf(text).difference(stemsOf(name)).size >= MIN_NEW_WORDS;
}

/** By approving the plan, the user agreed to what it leaves out. */
function readScope(plan: string, name: string): TriageFinding[] {
  const left = toFindings(
    listBelow(plan, scopeHeading()),
    "plan-scope",
    "TECH_DEBT",
    "left out of a plan you approved",
  );
  return left.map((one) => ({
    ...one,
    title: (name && joinTopic(`Left out of ${name}:`, one.title)) || makeTitle(`Left out: ${one.title}`),
    evidence: one.evidence.map((each) => ({ ...each, who: "user" as const })),
  }));
}

/** The first heading that is not generic; "" if there is none. */
function nameOfPlan(plan: string): string {
  const [first = ""] = headingsOf(plan).filter((line) => line !== "" && !namelessPattern().test(line));
  return makeTitle(first.replace(/^(?:\w+ )?plan(?::| to| for)\s+/i, ""), 90).replace(/…$/, "");
}

function headingsOf(plan: string): string[] {
  const lines = plan.split("\n", MAX_LINES);
  const headed = lines.filter((line) => /^#{1,3}\s/.test(line));
  return (headed.length > 0 ? headed.slice(0, 2) : lines.slice(0, 1)).map((line) =>
    plainLine(line.replace(/^#+\s*/, "")),
  );
}

/** What is labelled as the decision, or the first sentence below "Solution" or "Approach", or the bold names in the list or the decisions of the table there. */
function solutionOf(plan: string): string {
  const lines = plan.split("\n", MAX_LINES);
  for (const [at, line] of lines.entries()) {
    const labelled = labelPattern().exec(line.trim().replaceAll("**", ""))?.[1];
    if (labelled !== undefined) return firstSentence(labelled);
    if (!/^#{1,4}\s/.test(line)) continue;
    const heading = solutionHeading().exec(plainLine(line.replace(/^#+\s*/, "")));
    if (heading) return heading[1] ?? firstSaid(lines.slice(at + 1));
  }
  return "";
}

/** The first sentence of the plan. */
function openingOf(plan: string): string {
  const lines = plan.split("\n", MAX_LINES).map((line) => line.trim());
  const at = lines.findIndex((line) => line !== "");
  return firstSaid(lines.slice(at + 1)).replace(/^(?:i'll|i will|we'll|we will|this plan will) /i, "");
}

function firstSaid(lines: readonly string[]): string {
  const rest = lines.filter((line) => line.trim() !== "");
  const [first = ""] = rest;
  if (/^\s*(?:#|```|~~~)/.test(first)) return "";
  if (tablePattern().test(first)) return decisionsOf(rest);
  const listed = rest.slice(/:\s*$/.test(first) ? 1 : 0);
  const end = listed.findIndex((line) => !/^\s*(?:[-*+]|\d{1,2}[.)])\s/.test(line) && !/^\s{2,}/.test(line));
  const names = (end === -1 ? listed : listed.slice(0, end)).flatMap(
    (line) => /^(?:[-*+]|\d{1,2}[.)])\s+\*\*([^*]+)\*\*/.exec(line)?.[1] ?? [],
  );
  if (names.length > 1)
    return names
      .slice(0, MAX_NAMED)
      .map((name) => plainLine(name).replace(/:$/, ""))
      .join(", ");
  if (/^.{0,50}:\W*$/.test(first)) return "";
  return firstSentence(first);
}

function firstSentence(line: string): string {
  const [first = ""] = plainLine(line.replace(/^\s*(?:[-*+]|\d{1,2}[.)])\s+/, "")).split(/(?<=[.!?])\s/, 1);
  return first.replace(/[.:]$/, "");
}

/** The cells below "Decision" in a table; "" if it has no such column. */
function decisionsOf(lines: readonly string[]): string {
  const [head, , ...rows] = lines.map(cellsOf);
  const column = head?.findIndex((cell) => decisionColumn().test(cell)) ?? -1;
  const end = rows.findIndex((cells) => cells.length === 0);
  const cells = (end === -1 ? rows : rows.slice(0, end)).flatMap((row) => row[column] || []);
  return cells.slice(0, MAX_NAMED).join("; ");
}

function cellsOf(line: string): string[] {
  const row = tablePattern().exec(line)?.[1];
  return row === undefined ? [] : row.split("|").map((cell) => plainLine(cell).trim());
}
