// In mode "ask": what Claude would have been told to save at a stop. That it was saved before, or asked for in another
// session, is not known.
import { choosePromptsAmong, MAX_CONSIDERED } from "../../memory/inbox/choose-prompts.ts";
import { isTimeToAsk, type WorthSaving } from "../../memory/inbox/unsaved-memories.ts";
import type { ShownCandidate } from "./replay-triage.ts";
import type { StopFacts } from "./session-state.ts";

export interface Asking {
  worthAt(known: StopFacts, found: readonly ShownCandidate[]): WorthSaving[];
  /** Claude was asked for these. */
  note(worth: readonly WorthSaving[], at: number): void;
}

export function createAsking(): Asking {
  const asked = new Map<string, Pick<WorthSaving, "category" | "title">>();
  let last: number | null = null;
  return {
    worthAt({ stop, budgetAt }, found) {
      if (!isTimeToAsk(last, budgetAt, stop.at)) return [];
      const open = found
        .filter(({ fingerprint }) => !asked.has(fingerprint))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, MAX_CONSIDERED)
        .map((one, index) => ({
          ...one,
          id: index + 1,
          who: one.evidence[0]?.who ?? "claude",
          evidence: JSON.stringify(one.evidence),
          patterns: JSON.stringify(one.patterns),
        }));
      return choosePromptsAmong(open, [...asked.values()], () => false);
    },
    note(worth, at) {
      for (const { fingerprint, category, title } of worth) asked.set(fingerprint, { category, title });
      last = at;
    },
  };
}
