// In which way a clause is said.
import type { Speaker } from "../candidate.ts";
import type { MoodTable } from "../signal.ts";
import { find, matches } from "./find.ts";
import type { Pattern } from "./pattern.ts";

export type Mood =
  | "question"
  | "hypothetical"
  | "negated"
  | "embedded"
  | "reported"
  | "oneOff"
  | "option"
  | "step";

export interface Clause {
  text: string;
  /** Its sentence ends with a question mark, and so does it. */
  asks: boolean;
  /** A line in a list of options. */
  option: boolean;
  who: Speaker;
}

/** A question in form only can be an order ("could you always…?"), never a fact. `before` is what stands in the clause up to the end of the signal. */
export function moodsOf(
  table: MoodTable<Pattern>,
  clause: Clause,
  before: string,
  signal: string,
  isOrder: boolean,
): Mood[] {
  const lead = `${before.slice(0, before.length - signal.length).trimEnd()} `;
  const moods: Mood[] = [];
  const request = find(table.request, clause.text);
  const isRequest = isOrder && request !== null;
  if (!isRequest && (clause.asks || matches(table.question, clause.text))) moods.push("question");
  if (!(isRequest && request?.index === 0) && matches(table.hypothetical, before)) moods.push("hypothetical");
  if (matches(table.negated, lead)) moods.push("negated");
  if (matches(table.embedded, lead)) moods.push("embedded");
  if (matches(table.reported, before)) moods.push("reported");
  if (matches(table.oneOff, clause.text)) moods.push("oneOff");
  if (clause.option) moods.push("option");
  if (clause.who === "claude" && table.step && matches(table.step, clause.text)) moods.push("step");
  return moods;
}
