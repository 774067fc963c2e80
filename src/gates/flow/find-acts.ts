// What the user answered and approved, in the items of a transcript.

import type { TranscriptItem } from "../../transcript/item.ts";
import { approvedPlans, personPrompts, userAnswers } from "../../transcript/selectors/person-input.ts";
import { evidenceInAnswers } from "./dialog-evidence.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";
import { approvalBy, evidenceInOldPrompt } from "./prompt-evidence.ts";

export function findActs(
  flow: Flow,
  recorded: readonly Evidence[],
  items: readonly TranscriptItem[],
): NewEvidence[] {
  const own = items.filter((item) => !item.sidechain && item.timestamp !== null);
  const prompts = personPrompts(own).map((item) => ({ ...item, at: item.timestamp ?? 0 }));
  // A plan is mostly approved, and a question asked, in the very turn that then starts the flow.
  const turn = prompts.findLast(({ at }) => at <= flow.createdAt);
  const since = own.filter((item) =>
    turn ? item.offset >= turn.offset : (item.timestamp ?? 0) >= flow.createdAt,
  );
  const answers = userAnswers(since).map((answer) => ({ ...answer, at: answer.timestamp ?? 0 }));
  return firstOfEach([
    ...approvedPlans(since).map(({ timestamp }) => approvalBy("ExitPlanMode", timestamp ?? 0)),
    ...evidenceInAnswers(answers, recorded),
    ...prompts
      .filter(({ at }) => at > flow.createdAt)
      .flatMap(({ text, at }) => evidenceInOldPrompt(text, at, recorded)),
  ]);
}

/** One approval is enough, and one answer to each question. */
function firstOfEach(found: readonly NewEvidence[]): NewEvidence[] {
  const seen = new Map<string, NewEvidence>();
  for (const row of found) {
    const key = `${row.condition} ${row.answers ?? ""}`;
    if (!seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()];
}
