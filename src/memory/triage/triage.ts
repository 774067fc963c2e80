// What among the items of a session is worth remembering. Pure: the same items, state and options, the same answer.
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Candidate } from "./candidate.ts";
import { isJudged } from "./is-judged.ts";
import { settleOptions, type TriageOptions } from "./options.ts";
import { type Scored, settleFound } from "./settle-found.ts";
import type { TriageState } from "./state.ts";
import { followAnswers } from "./structure/answers.ts";
import { followCommands } from "./structure/commands.ts";
import { readCompaction } from "./structure/compaction.ts";
import { followConfirmations } from "./structure/confirmations.ts";
import { followDeferrals, readDeferredAnswers } from "./structure/deferrals.ts";
import { readDenial } from "./structure/denials.ts";
import { readDialogs } from "./structure/dialogs.ts";
import { readGivens } from "./structure/givens.ts";
import { readLeftovers } from "./structure/leftovers.ts";
import { followProgress, sumUpProgress } from "./structure/progress.ts";
import { readPutOffTold } from "./structure/put-off-told.ts";
import { readRecords } from "./structure/records.ts";
import { readRetold } from "./structure/retold-faults.ts";
import { readSummedUp } from "./structure/summed-up.ts";
import { readManners, readWishes } from "./structure/wishes.ts";
import { listenTo } from "./text/score-text.ts";
import type { Utterance } from "./text/utterance.ts";
import { utterancesOf } from "./utterances.ts";
import type { Weights } from "./weights.ts";
import { weighWording } from "./wording/weigh-wording.ts";

export interface Triage extends Scored {
  /** To be given to the next triage of the same session. */
  state: TriageState;
}

/** What one item says by itself, beside its words. */
const READERS = [
  readDialogs,
  readCompaction,
  readWishes,
  readRecords,
  readSummedUp,
  readDeferredAnswers,
  readPutOffTold,
  readGivens,
] as const;

export function triageItems(items: readonly TranscriptItem[], options: TriageOptions = {}): Triage {
  const { thresholds, on, weights, state, sessionId } = settleOptions(options);
  const found: Candidate[] = [];
  for (const item of items) {
    if (!isJudged(item)) continue;
    for (const read of READERS) found.push(...read(item, weights));
    found.push(...followCommands(item, state, weights));
    followProgress(item, state.progress);
    for (const utterance of utterancesOf(item)) found.push(...hear(utterance, state, weights));
  }
  found.push(...sumUpProgress(state.progress, sessionId, weights));
  return { ...settleFound(found, on, thresholds), state };
}

/** The words of an answer alone ("do option 3"), and Claude's echo of it ("Three it is."), say nothing more. */
function hear(utterance: Utterance, state: TriageState, weights: Weights): Candidate[] {
  const isEcho = utterance.who === "claude" && state.answered;
  const manners = state.asked === "" ? [] : readManners(utterance, state.asked, weights);
  const { found, answered } = followAnswers(utterance, state, weights);
  state.answered = answered !== "";
  const denied = readDenial(utterance, state.report, weights);
  const putOff = followDeferrals(utterance, state, weights);
  const { fault } = state;
  const done = [...manners, ...found, ...denied, ...putOff, ...readLeftovers(utterance, weights)];
  done.push(...followConfirmations(utterance, state, weights));
  const { candidates, taken } = listenTo(utterance, weights);
  const said = candidates.filter(({ category, patterns, evidence }) => {
    const isSaid =
      (isEcho && patterns.includes("decision.it-is-said")) ||
      (answered !== "" && evidence[0]?.line === answered);
    // What the person puts off is named by what Claude told of it.
    const isNamed = category === "TECH_DEBT" && putOff.length > 0;
    return !isNamed && (category !== "DECISION" || !isSaid);
  });
  if (![...done, ...said].some(({ category }) => category === "RUNBOOK"))
    done.push(...readRetold(utterance, fault, weights));
  if (isEcho) return [...done, ...said];
  const settled = [...taken];
  if (answered !== "") settled.push("DECISION");
  if (fault.told !== "" || state.failures.length > 0) settled.push("RUNBOOK");
  return weighWording(utterance, { done, said, settled }, weights);
}
