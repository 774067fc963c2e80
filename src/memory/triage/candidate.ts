import type { Category } from "../category.ts";

export type Speaker = "user" | "claude" | "tool";

export interface Evidence {
  /** What was said or done, on one line. */
  line: string;
  who: Speaker;
  /** Why it counts. */
  why: string;
}

export interface Candidate {
  category: Category;
  /** One line, proposed: a person or Claude may word it better. */
  title: string;
  score: number;
  evidence: Evidence[];
  /** The same evidence has the same one, whatever stands around it. */
  fingerprint: string;
  /** Ids of the signals that fired. */
  patterns: string[];
}
