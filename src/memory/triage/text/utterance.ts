// What was said, by whom: the texts among the items that words can be judged in.
import type { Speaker } from "../candidate.ts";

export interface Utterance {
  who: Speaker;
  text: string;
  /** How far words of this origin are believed. */
  weight: number;
  /** What the person typed when refusing a tool call. */
  refusal: boolean;
}
