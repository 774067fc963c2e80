// In which way a clause is said.
import type { Speaker } from "../candidate.ts";
import type { MoodTable, Signal } from "../signal.ts";
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

/** Where the signal stands in its clause. */
export interface Place {
  /** The clause up to the end of the signal. */
  before: string;
  signal: string;
}

/**
 * Whether nothing in the clause takes it back. A question in form only can be an order ("could you always…?"), never a
 * fact. Only what would is looked for.
 */
export function isInEarnest(
  table: MoodTable<Pattern>,
  clause: Clause,
  { before, signal }: Place,
  { despite = [], category }: Pick<Signal, "despite" | "category">,
): boolean {
  const isOrder = category === "PREFERENCE";
  const counts = (mood: Mood) => !despite.includes(mood);
  const lead = `${before.slice(0, before.length - signal.length).trimEnd()} `;
  const request = isOrder ? find(table.request, clause.text) : null;
  if (clause.option && counts("option")) return false;
  if (counts("question") && request === null && (clause.asks || matches(table.question, clause.text)))
    return false;
  if (counts("hypothetical") && request?.index !== 0 && matches(table.hypothetical, before)) return false;
  if (counts("negated") && matches(table.negated, lead)) return false;
  if (counts("embedded") && matches(table.embedded, lead)) return false;
  if (counts("reported") && matches(table.reported, before)) return false;
  // A choice or a fact may well be of this once.
  if (isOrder && counts("oneOff") && matches(table.oneOff, clause.text)) return false;
  return !(clause.who === "claude" && counts("step") && table.step && matches(table.step, clause.text));
}
