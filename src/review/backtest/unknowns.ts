// What no transcript tells. It is said with the numbers, instead of being guessed.
import type { Policy } from "./policy.ts";
import { NOT_REPLAYED } from "./replayed-gates.ts";
import type { Unknown } from "./report.ts";

export interface Doubts {
  /** Stops with a loop whose command would have decided. */
  underVerify: number;
  /** Edits whose notes are missing. */
  unnoted: number;
  candidatesCut: number;
}

export function listUnknowns(doubts: Doubts, policies: readonly Policy[]): Unknown[] {
  const { underVerify, unnoted, candidatesCut } = doubts;
  const asks = policies.some(({ triage }) => triage.mode === "ask");
  return [
    { what: "after a hold", why: "what Claude would have done next: each hold counts as one round" },
    ...NOT_REPLAYED.map(({ gates, why }) => ({ what: `gate ${gates.join(", ")}`, why })),
    {
      what: "gate hygiene",
      why: "what commands and subagents wrote, and what git ignores: it saw the edits of the main agent alone",
    },
    ...(unnoted > 0
      ? [{ what: "gate hygiene", why: `the whole lines of ${unnoted} edits: their words had to do` }]
      : []),
    ...(underVerify > 0
      ? [{ what: "gate loop", why: `what the verify command would have said at ${underVerify} stops` }]
      : []),
    ...(candidatesCut > 0
      ? [{ what: "triage", why: `${candidatesCut} candidates beyond the 1,000 that are kept of one session` }]
      : []),
    ...(asks
      ? [{ what: "gate triage", why: "whether somebody was there, and what was saved or asked for before" }]
      : []),
    { what: "triage", why: "your verdicts on earlier candidates: every pattern counts as it is delivered" },
  ];
}
