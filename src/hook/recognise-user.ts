// Finds in the transcript what the user answered and approved, as long as a condition still waits for it.

import { evidenceInAnswers } from "../flow/dialog-evidence.ts";
import type { Evidence, Flow, NewEvidence } from "../flow/flow.ts";
import { judgeConditions } from "../flow/judge-conditions.ts";
import { approvalBy, evidenceInOldPrompt } from "../flow/prompt-evidence.ts";
import { openQuestions } from "../flow/questions.ts";
import type { TranscriptItem } from "../transcript/item.ts";

const MAX_BYTES = 4 * 1024 * 1024;
/** What was asked before and is answered now. */
const OVERLAP = 32 * 1024;

export async function recogniseUser(
  flow: Flow,
  recorded: readonly Evidence[],
  transcriptPath: string | null,
  lookedTo: number,
): Promise<NewEvidence[]> {
  const waitsForAnswers = openQuestions(recorded).length > 0;
  const waitsForPlan = isOpen(flow, recorded, "plan_approved");
  if (transcriptPath === null || !(waitsForAnswers || waitsForPlan)) return [];
  const { readTail } = await import("../transcript/read-tail.ts");
  const gained = Bun.file(transcriptPath).size - lookedTo;
  // A transcript that shrank is another one.
  const maxBytes = gained >= 0 ? Math.min(MAX_BYTES, gained + OVERLAP) : MAX_BYTES;
  const { items } = await readTail(transcriptPath, { maxBytes });
  const found = await findActs(flow, recorded, items);
  return firstOfEach(found).filter(({ condition }) => isOpen(flow, recorded, condition));
}

async function findActs(
  flow: Flow,
  recorded: readonly Evidence[],
  items: readonly TranscriptItem[],
): Promise<NewEvidence[]> {
  const [{ approvedPlans, userAnswers }, { promptsOfPerson }] = await Promise.all([
    import("../transcript/selectors/decisions.ts"),
    import("../transcript/selectors/prompts-of-person.ts"),
  ]);
  const own = items.filter((item) => !item.sidechain && item.timestamp !== null);
  const prompts = promptsOfPerson(own).map((item) => ({ ...item, at: item.timestamp ?? 0 }));
  // A plan is mostly approved, and a question asked, in the very turn that then starts the flow.
  const turn = prompts.findLast(({ at }) => at <= flow.createdAt);
  const since = own.filter((item) =>
    turn ? item.offset >= turn.offset : (item.timestamp ?? 0) >= flow.createdAt,
  );
  const answers = userAnswers(since).map((answer) => ({ ...answer, at: answer.timestamp ?? 0 }));
  return [
    ...approvedPlans(since).map(({ timestamp }) => approvalBy("ExitPlanMode", timestamp ?? 0)),
    ...evidenceInAnswers(answers, recorded),
    ...prompts
      .filter(({ at }) => at > flow.createdAt)
      .flatMap(({ text, at }) => evidenceInOldPrompt(text, at, recorded)),
  ];
}

function isOpen(flow: Flow, evidence: readonly Evidence[], id: Evidence["condition"]): boolean {
  const states = judgeConditions({ flow, evidence, tree: { mark: "", changed: false } });
  return states.some((state) => state.id === id && state.state === "open");
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
