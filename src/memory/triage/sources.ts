// The sources of findings, each with how many of its findings were worth remembering in real sessions (`right` of `of`). The
// readers did not write the rules: one judged the 70 inbox items of an earlier version, another counted `said`, a third judged
// `final-message` (added to the first) and the sources after `said`. The rules were written with these sessions in view: the
// counts rank the sources, they do not predict. `npm run eval triage` prints what the rules find now.

interface Count {
  right: number;
  of: number;
  /** Not precise enough for the inbox: its findings are listed below it. */
  isBelowInbox?: true;
}

export const SOURCES = {
  /** Your answer in a dialog of the client. */
  answer: { right: 17, of: 18 },
  /** A plan you approved. */
  plan: { right: 2, of: 3 },
  /** What an approved plan leaves out or for later. */
  "plan-scope": { right: 2, of: 3 },
  /** What you typed when you refused a tool call. */
  refusal: { right: 2, of: 4 },
  /** Your reply to a question of Claude. */
  reply: { right: 6, of: 10 },
  /** "No, …", "that is not correct" */
  correction: { right: 3, of: 3 },
  /** You asked for the same tool or model a second time. */
  "repeated-wish": { right: 1, of: 1 },
  /** A plain statement of yours: a standing order, a decision, a limit, a fix, a debt. */
  statement: { right: 3, of: 3 },
  /** A sentence of yours that says how something should be. */
  wish: { right: 8, of: 14 },
  /** Lists in the summary of a compaction: decisions, and errors with cause and fix. */
  compaction: { right: 4, of: 4 },
  /** A command that failed and passes after a change, with its cause said. */
  "fixed-command": { right: 0, of: 0 },
  /** What Claude lists as left open at the end of a turn. */
  leftover: { right: 3, of: 4 },
  /** What Claude flags, or names as the cause of a fault outside of the code, at the end of a turn. */
  "final-message": { right: 6, of: 11 },
  /** What else you said in short messages. */
  said: { right: 21, of: 236, isBelowInbox: true },
} as const satisfies Record<string, Count>;

export type Source = keyof typeof SOURCES;

/** Sources of earlier versions, whose findings may still be in a database. */
const FORMER_BELOW_INBOX = ["limit", "choice", "cause", "warning", "pending", "summary"];

export function isSourceBelowInbox(source: string): boolean {
  const counts: Readonly<Record<string, Count | undefined>> = SOURCES;
  return counts[source]?.isBelowInbox ?? FORMER_BELOW_INBOX.includes(source);
}

export function precisionOf(source: Source): number {
  return estimatePrecision(SOURCES[source]);
}

/** Laplace smoothing: one of one is not certain, and a source without data gets 0.5. */
export function estimatePrecision({ right, of }: Count): number {
  return Math.round(((right + 1) / (of + 2)) * 100) / 100;
}
