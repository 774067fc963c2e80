// Where a finding comes from, and how many of such findings were worth remembering in real sessions that were read for it.
// `npm run eval triage` prints this table anew.

interface Count {
  right: number;
  of: number;
}

export const SOURCES = {
  /** Your answer in a dialog of the client. */
  answer: { right: 26, of: 28 },
  /** A plan you approved. */
  plan: { right: 9, of: 14 },
  /** What an approved plan leaves out or for later. */
  "plan-scope": { right: 3, of: 3 },
  /** What you typed when you refused a tool call. */
  refusal: { right: 2, of: 4 },
  /** Your reply to a question of Claude. */
  reply: { right: 16, of: 21 },
  /** "no, …", "that is not correct", "what I meant …" */
  correction: { right: 4, of: 6 },
  /** The same means asked for a second time. */
  "repeated-wish": { right: 1, of: 1 },
  /** What you state plainly: a standing order, a decision, a limit, a fix, a debt. */
  statement: { right: 5, of: 5 },
  /** How you say that it should be. */
  wish: { right: 13, of: 27 },
  /** Lists in the summary of a compaction: decisions, and errors with cause and fix. */
  compaction: { right: 5, of: 7 },
  /** A command that failed and passes after a change, with its cause said. */
  "fixed-command": { right: 0, of: 0 },
  /** What Claude lists as left open at the end of a turn. */
  leftover: { right: 6, of: 10 },
  /** What Claude flags, or names as the cause of a fault outside of the code, at the end of a turn. */
  "final-message": { right: 8, of: 16 },
  /** What else you said in short messages. */
  said: { right: 17, of: 321 },
} as const satisfies Record<string, Count>;

export type Source = keyof typeof SOURCES;

export function precisionOf(source: Source): number {
  return estimatePrecision(SOURCES[source]);
}

/** As if one more had been right and one more wrong: one of one is no certainty, and what was never seen may be either. */
export function estimatePrecision({ right, of }: Count): number {
  return Math.round(((right + 1) / (of + 2)) * 100) / 100;
}
