// Chooses what Claude is asked to save before it stops, from the scores of what was said. The text reaches the model, so lines that a
// tool or a page may have planted are left out.

import { mayBePlanted, quarantineReason } from "../files/trust.ts";
import type { Category } from "../memory.ts";
import { TEXT_CATEGORIES, type TextCategory } from "../triage/ask/index-entries.ts";
import { type ScoredLine, scoreLines, type TextScores } from "../triage/ask/score-messages.ts";
import { ASKED } from "../triage/sources.ts";

/** A line that should be saved, with the score of its category. */
export interface Prompt extends ScoredLine {
  category: TextCategory;
  score: number;
}

export interface AskSettings {
  thresholds: Readonly<Record<Category, number>>;
  categories: Readonly<Record<Category, boolean>>;
  /** Added to the thresholds. */
  margin?: number;
}

/** A factor for the score of each category, learnt from what was accepted and rejected; 1 by default. */
export type Weights = Readonly<Record<string, number>>;

/** With a model, what is so near to its threshold is decided by it, after the session. */
export const UNCLEAR = 0.15;
const MAX_PROMPTS = 5;
const MAX_OF_CATEGORY = 2;
/** However often a category was rejected, what is confirmed still reaches the default thresholds. */
const MIN_WEIGHT = 0.8;

/** The name under which answers to the prompts of a category are counted. */
export function promptSource(category: TextCategory): string {
  return `${ASKED}${category.toLowerCase()}`;
}

export interface Choice {
  /** The best category first, each line in one only. */
  prompts: Prompt[];
  /** Lines that may count together with what is said later. */
  pending: ScoredLine[];
}

/** `isKnown`: saved or asked about before. */
export function choosePrompts(
  scores: TextScores,
  { thresholds, categories, margin = 0 }: AskSettings,
  weights: Weights,
  isKnown: (prompt: Prompt, chosen: readonly Prompt[]) => boolean,
): Choice {
  const reaches = (category: TextCategory, lines: readonly ScoredLine[]) =>
    weightedScore(category, lines, weights) >= thresholds[category] + margin;
  const enabled = TEXT_CATEGORIES.filter((one) => categories[one]);
  const found = enabled.filter((one) => reaches(one, scores[one].lines));
  const chosen: Prompt[] = [];
  const pending = enabled.flatMap((one) => (found.includes(one) ? [] : scores[one].lines));
  for (const category of found.toSorted((a, b) => scores[b].score - scores[a].score)) {
    const fresh: Prompt[] = [];
    for (const line of scores[category].lines) {
      const prompt = { ...line, category, score: 0 };
      const isTaken = chosen.some((one) => one.line === line.line);
      if (!isTaken && !isDoubtful(line) && !isKnown(prompt, [...chosen, ...fresh])) fresh.push(prompt);
    }
    // What is known counts for nothing.
    if (!reaches(category, fresh)) {
      pending.push(...fresh);
      continue;
    }
    const score = weightedScore(category, fresh, weights);
    chosen.push(...fresh.slice(0, MAX_OF_CATEGORY).map((prompt) => ({ ...prompt, score })));
  }
  return { prompts: chosen.slice(0, MAX_PROMPTS), pending };
}

function weightedScore(category: TextCategory, lines: readonly ScoredLine[], weights: Weights): number {
  return scoreLines(category, lines) * Math.max(MIN_WEIGHT, weights[promptSource(category)] ?? 1);
}

/** Claude may repeat what it read, in the line or around it. */
function isDoubtful({ title, line, message, who }: ScoredLine): boolean {
  const body = who === "claude" ? message : line;
  return (
    quarantineReason({ title, body, tags: [], who }) !== null || (who === "claude" && mayBePlanted(line))
  );
}
