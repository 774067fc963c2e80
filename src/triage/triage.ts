// What among the items of a session is worth remembering. Pure: the same items, state and options, the same answer.
import type { TranscriptItem } from "../transcript/item.ts";
import type { Candidate, Evidence } from "./candidate.ts";
import { CATEGORIES, type Category } from "./category.ts";
import { noisyOr } from "./combine.ts";
import { LANGUAGES } from "./languages/registry.ts";
import { settleOptions, type TriageOptions } from "./options.ts";
import type { TriageState } from "./state.ts";
import { followAnswers } from "./structure/answers.ts";
import { followCommands } from "./structure/commands.ts";
import { readCompaction } from "./structure/compaction.ts";
import { readDialogs } from "./structure/dialogs.ts";
import { followProgress, sumUpProgress } from "./structure/progress.ts";
import { scoreText } from "./text/score-text.ts";
import type { Utterance } from "./text/utterance.ts";
import { utterancesOf } from "./utterances.ts";
import type { Weights } from "./weights.ts";

interface CategoryScore {
  score: number;
  evidence: Evidence[];
}

export interface Triage {
  scores: Record<Category, CategoryScore>;
  /** Those whose evidence reaches the threshold, in the order of the session. */
  candidates: Candidate[];
  /** To be given to the next triage of the same session. */
  state: TriageState;
}

/** Weaker than this does not add up: three maybes are no yes. */
const NOISE = 0.35;
const MOST_EVIDENCE = 20;

export function triageItems(items: readonly TranscriptItem[], options: TriageOptions = {}): Triage {
  const { thresholds, on, weights, state, sessionId } = settleOptions(options);
  const found: Candidate[] = [];
  for (const item of items) {
    if (item.sidechain) continue;
    found.push(...readDialogs(item, weights), ...readCompaction(item, weights));
    found.push(...followCommands(item, state, weights));
    followProgress(item, state.progress);
    for (const utterance of utterancesOf(item)) found.push(...hear(utterance, state, weights));
  }
  found.push(...sumUpProgress(state.progress, sessionId, weights));
  const known = onceEach(found.filter(({ category }) => on.includes(category)));
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, scoreOf(known.filter((one) => one.category === category))]),
  ) as Record<Category, CategoryScore>;
  const candidates = CATEGORIES.flatMap((category) =>
    reaching(
      known.filter((one) => one.category === category),
      thresholds[category],
      scores[category].score,
    ),
  );
  return { scores, candidates: known.filter((one) => candidates.includes(one)), state };
}

/** The words of an answer alone ("do option 3"), and Claude's echo of it ("Three it is."), say nothing more. */
function hear(utterance: Utterance, state: TriageState, weights: Weights): Candidate[] {
  const isEcho = utterance.who === "claude" && state.answered;
  const { found, answered } = followAnswers(utterance, state, weights);
  state.answered = answered !== "";
  const said = scoreText(utterance, LANGUAGES, weights).filter(
    ({ category, patterns, evidence: [first] }) =>
      category !== "DECISION" ||
      !(
        (isEcho && patterns.includes("decision.it-is-said")) ||
        (answered !== "" && first?.line === answered)
      ),
  );
  return [...found, ...said];
}

/** The same evidence in the same words counts once, at its strongest. */
function onceEach(found: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const one of found) {
    const other = best.get(one.fingerprint);
    if (!other || one.score > other.score) best.set(one.fingerprint, one);
  }
  return [...best.values()];
}

function scoreOf(found: readonly Candidate[]): CategoryScore {
  const strong = found.filter(({ score }) => score >= NOISE);
  const score =
    strong.length > 0
      ? noisyOr(strong.map((one) => one.score))
      : Math.max(0, ...found.map((one) => one.score));
  const evidence = found
    .toSorted((a, b) => b.score - a.score)
    .flatMap((one) => one.evidence)
    .slice(0, MOST_EVIDENCE);
  return { score, evidence };
}

/** Where several reach the threshold only together, the strongest stands for them. */
function reaching(found: readonly Candidate[], threshold: number, together: number): Candidate[] {
  const alone = found.filter(({ score }) => score >= threshold);
  if (alone.length > 0 || together < threshold) return alone;
  return found.toSorted((a, b) => b.score - a.score).slice(0, 1);
}
