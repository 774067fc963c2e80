// What was done, or said so plainly that Claude may be asked about it at once. A stop waits for this: by few of the signals
// that triage has, of which all is what the drain goes by.
import type { TranscriptItem } from "../../transcript/item.ts";
import type { Candidate } from "./candidate.ts";
import { isJudged } from "./is-judged.ts";
import { settleOptions, type TriageOptions } from "./options.ts";
import { settleFound } from "./settle-found.ts";
import { followCommands } from "./structure/commands.ts";
import { readDialogs } from "./structure/dialogs.ts";
import { followProgress, sumUpProgress } from "./structure/progress.ts";
import { listenTo } from "./text/score-text.ts";
import { utterancesOf } from "./utterances.ts";

export function findPlain(items: readonly TranscriptItem[], options: TriageOptions): Candidate[] {
  const { thresholds, on, weights, state, sessionId } = settleOptions(options);
  const found: Candidate[] = [];
  for (const item of items) {
    if (!isJudged(item)) continue;
    found.push(...readDialogs(item, weights), ...followCommands(item, state, weights));
    followProgress(item, state.progress);
    for (const utterance of utterancesOf(item)) found.push(...listenTo(utterance, weights, true).candidates);
  }
  found.push(...sumUpProgress(state.progress, sessionId, weights));
  return settleFound(found, on, thresholds).candidates;
}
