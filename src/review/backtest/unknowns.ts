// What transcripts cannot show. The report says it beside the numbers, instead of guessing.
import { GATES } from "../../gates/registry.ts";
import { countNoun } from "../../text/count-noun.ts";
import type { Policy } from "./policy.ts";
import type { Unknown } from "./report.ts";

export interface Doubts {
  /** By gate: stops at which its commands would have decided. */
  undecided: ReadonlyMap<string, number>;
  editsWithoutPatch: number;
  candidatesCut: number;
}

export async function listUnknowns(doubts: Doubts, policies: readonly Policy[]): Promise<Unknown[]> {
  const { undecided, editsWithoutPatch, candidatesCut } = doubts;
  const asks = policies.some(({ triage }) => triage.mode === "ask");
  return [
    { what: "after a hold", why: "what Claude would have done next: each hold counts as one round" },
    ...(await unreplayedGates()),
    ...[...undecided].map(([gate, stops]) => ({
      what: `gate ${gate}`,
      why: `what its command would have said at ${countNoun(stops, "stop")}`,
    })),
    {
      what: "changed lines",
      why: "what commands and subagents wrote, and what git ignores: only edits of the main agent are known",
    },
    ...(editsWithoutPatch > 0
      ? [
          {
            what: "changed lines",
            why: `the whole lines of ${countNoun(editsWithoutPatch, "edit")} without a patch`,
          },
        ]
      : []),
    ...(candidatesCut > 0
      ? [{ what: "triage", why: `${candidatesCut} candidates beyond the 1,000 that are kept of one session` }]
      : []),
    ...(asks
      ? [{ what: "triage", why: "whether somebody was there, and what was saved or asked for before" }]
      : []),
    { what: "triage", why: "your verdicts on earlier candidates: every pattern has its original weight" },
  ];
}

/** Gates with the same reason are one line. */
async function unreplayedGates(): Promise<Unknown[]> {
  const gates = await Promise.all(GATES.map(({ load }) => load()));
  const byReason = Map.groupBy(
    gates.filter(({ replay }) => replay?.unknown !== undefined),
    ({ replay }) => replay?.unknown ?? "",
  );
  return [...byReason].map(([why, list]) => ({ what: `gate ${list.map(({ id }) => id).join(", ")}`, why }));
}
