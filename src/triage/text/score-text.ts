// What the words of one utterance say for each category.
import type { Candidate } from "../candidate.ts";
import type { Weights } from "../weights.ts";
import { type Fired, type Signal, signalsIn } from "./fired-signals.ts";
import { type Sentence, splitSentences } from "./sentences.ts";
import { signalsFor } from "./signal-index.ts";
import { TABLES } from "./tables.generated.ts";
import { toCandidate } from "./to-candidate.ts";
import type { Utterance } from "./utterance.ts";

export function scoreText(utterance: Utterance, weights: Weights): Candidate[] {
  const sentences = splitSentences(utterance.text);
  const candidates: Candidate[] = [];
  if (sentences.length === 0) return candidates;
  const possible = signalsFor(joinMasked(sentences));
  if (possible.size === 0) return candidates;
  for (const language of TABLES) {
    const signals: Signal[] = [];
    for (const signal of language.signals)
      if (possible.has(signal) && (!signal.who || signal.who.includes(utterance.who))) signals.push(signal);
    if (signals.length === 0) continue;
    const fired: Fired[] = [];
    for (let at = 0; at < sentences.length; at++)
      fired.push(...signalsIn(language, signals, sentences, at, utterance.who));
    for (const group of fired.length === 0 ? [] : groupByPlace(fired))
      candidates.push(toCandidate(language, sentences, group, utterance, weights));
  }
  return candidates;
}

function joinMasked(sentences: readonly Sentence[]): string {
  let text = "";
  for (const { masked } of sentences) text += `${masked}\n`;
  return text;
}

/** What stands side by side for the same category is one finding. */
function groupByPlace(fired: readonly Fired[]): Fired[][] {
  const groups: Fired[][] = [];
  for (const one of fired) {
    const near = groupOf(one, groups);
    if (near) near.push(one);
    else groups.push([one]);
  }
  return groups;
}

function groupOf({ signal, at }: Fired, groups: readonly Fired[][]): Fired[] | undefined {
  for (const group of groups)
    if (group[0]?.signal.category === signal.category && at - (group.at(-1)?.at ?? 0) <= 1) return group;
  return undefined;
}
