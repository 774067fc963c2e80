// Something in added lines that does not belong into finished work.

/** "once": refused the first time it is met in a session, advice from then on. */
export type Weight = "block" | "once" | "advise";

export interface Leftover {
  /** The rule's id, as in the config. */
  rule: string;
  weight: Weight;
  path: string;
  /** From 1. */
  line: number;
  /** What it is, in a few words. */
  what: string;
  /** The line, shortened; never a secret. */
  shown: string;
  /** The same while path, rule and line text are the same, wherever the line moves. */
  fingerprint: string;
}
