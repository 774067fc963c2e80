// Finds in the transcript what the user answered and approved, as long as a condition still waits for it.

import { readBytes } from "../../platform/files.ts";
import type { Evidence, Flow, NewEvidence } from "./flow.ts";
import { judgeCondition } from "./judge-conditions.ts";
import { openQuestions } from "./questions.ts";
import { userMayHaveActed } from "./user-may-have-acted.ts";

const MAX_BYTES = 4 * 1024 * 1024;
/** What was asked before and is answered now. */
const OVERLAP = 32 * 1024;

export async function recogniseUser(
  flow: Flow,
  recorded: readonly Evidence[],
  transcriptPath: string | null,
  lookedTo: number,
): Promise<NewEvidence[]> {
  if (transcriptPath === null) return [];
  if (!isOpen(flow, recorded, "plan_approved") && openQuestions(recorded).length === 0) return [];
  const { size } = Bun.file(transcriptPath);
  // A transcript that shrank is another one.
  const maxBytes = size >= lookedTo ? Math.min(MAX_BYTES, size - lookedTo + OVERLAP) : MAX_BYTES;
  if (!(await mayHoldActs(transcriptPath, Math.max(0, size - maxBytes), size))) return [];
  const [{ readTail }, { findActs }] = await Promise.all([
    import("../../transcript/read-tail.ts"),
    import("./find-acts.ts"),
  ]);
  const { items } = await readTail(transcriptPath, { maxBytes });
  return findActs(flow, recorded, items).filter(({ condition }) => isOpen(flow, recorded, condition));
}

/** To parse the end of a transcript costs more than all else at a stop, and mostly Claude worked alone. */
async function mayHoldActs(path: string, from: number, to: number): Promise<boolean> {
  if (!Number.isFinite(to)) return true;
  const bytes = await readBytes(path, from, to);
  return bytes === null || userMayHaveActed(new TextDecoder().decode(bytes));
}

function isOpen(flow: Flow, evidence: readonly Evidence[], id: Evidence["condition"]): boolean {
  return judgeCondition(id, { flow, evidence, tree: { mark: "", changed: false } }).state === "open";
}
