// What among the items of a session is worth remembering. Pure: the same items, state and options, the same answer.
import type { TranscriptItem } from "../transcript/item.ts";
import type { Candidate, Evidence } from "./candidate.ts";
import { CATEGORIES, type Category } from "./category.ts";
import { noisyOr } from "./combine.ts";
import { isJudged } from "./is-judged.ts";
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
    if (!isJudged(item)) continue;
    found.push(...readDialogs(item, weights), ...readCompaction(item, weights));
    found.push(...followCommands(item, state, weights));
    followProgress(item, state.progress);
    for (const utterance of utterancesOf(item)) found.push(...hear(utterance, state, weights));
  }
  found.push(...sumUpProgress(state.progress, sessionId, weights));
  const known = onceEach(found, on);
  const scores = {} as Record<Category, CategoryScore>;
  const reached = new Set<Candidate>();
  // Loops: each array helper costs the engine a start of its own, and stops come here.
  for (const category of CATEGORIES) {
    const own: Candidate[] = [];
    for (const one of known) if (one.category === category) own.push(one);
    scores[category] = own.length === 0 ? { score: 0, evidence: [] } : scoreOf(own);
    for (const one of reaching(own, thresholds[category], scores[category].score)) reached.add(one);
  }
  const candidates: Candidate[] = [];
  for (const one of known) if (reached.has(one)) candidates.push(one);
  return { scores, candidates, state };
}

/** The words of an answer alone ("do option 3"), and Claude's echo of it ("Three it is."), say nothing more. */
function hear(utterance: Utterance, state: TriageState, weights: Weights): Candidate[] {
  const isEcho = utterance.who === "claude" && state.answered;
  const { found, answered } = followAnswers(utterance, state, weights);
  state.answered = answered !== "";
  const heard = [...found];
  for (const one of scoreText(utterance, weights)) {
    const isSaid =
      (isEcho && one.patterns.includes("decision.it-is-said")) ||
      (answered !== "" && one.evidence[0]?.line === answered);
    if (one.category !== "DECISION" || !isSaid) heard.push(one);
  }
  return heard;
}

/** The same evidence in the same words counts once, at its strongest. */
function onceEach(found: readonly Candidate[], on: readonly Category[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const one of found) {
    if (!on.includes(one.category)) continue;
    const other = best.get(one.fingerprint);
    if (!other || one.score > other.score) best.set(one.fingerprint, one);
  }
  return [...best.values()];
}

function scoreOf(found: readonly Candidate[]): CategoryScore {
  const strong: number[] = [];
  let most = 0;
  for (const { score } of found) {
    if (score >= NOISE) strong.push(score);
    if (score > most) most = score;
  }
  const evidence: Evidence[] = [];
  for (const one of strongestFirst(found)) evidence.push(...one.evidence);
  return { score: strong.length > 0 ? noisyOr(strong) : most, evidence: evidence.slice(0, MOST_EVIDENCE) };
}

/** Where several reach the threshold only together, the strongest stands for them. */
function reaching(found: readonly Candidate[], threshold: number, together: number): Candidate[] {
  const alone: Candidate[] = [];
  for (const one of found) if (one.score >= threshold) alone.push(one);
  if (alone.length > 0 || together < threshold) return alone;
  return strongestFirst(found).slice(0, 1);
}

function strongestFirst(found: readonly Candidate[]): readonly Candidate[] {
  return found.length > 1 ? found.toSorted((a, b) => b.score - a.score) : found;
}
