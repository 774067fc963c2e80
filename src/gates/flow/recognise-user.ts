// Finds the user's answers and approvals in the transcript, as long as a condition needs them.

import type { Environment } from "../../config/environment.ts";
import { readBytes, readSmallFile } from "../../platform/files.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { openQuestions } from "./evidence.ts";
import { type ConditionId, type Evidence, type Flow, type NewEvidence, NO_TREE } from "./flow.ts";
import { judgeCondition } from "./judge-conditions.ts";

/** A prompt that is further back is no answer any more. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Read again, because an answer needs the question before it. */
const OVERLAP_BYTES = 32 * 1024;

/** Reading a little again costs less than saving the cursor each time. */
const MIN_CURSOR_STEP = 32 * 1024;

/** In records of dialogs, of text that was typed while Claude worked, and of prompts: the hook of a prompt may have failed. */
const ACT_MARKERS = [
  ...["ExitPlanMode", "AskUserQuestion", "queued_command", "queue-operation"],
  ...['"role":"user","content":"', '"role":"user","content":[{"type":"text"'],
];

export async function recogniseUser(
  flow: Flow,
  recorded: readonly Evidence[],
  transcriptPath: string | null,
  cursor: number,
): Promise<NewEvidence[]> {
  if (transcriptPath === null) return [];
  if (!isOpen(flow, recorded, "plan_approved") && openQuestions(recorded).length === 0) return [];
  const { size } = Bun.file(transcriptPath);
  // A transcript that shrank is another one: the cursor means nothing for it.
  const maxBytes = size >= cursor ? Math.min(MAX_BYTES, size - cursor + OVERLAP_BYTES) : MAX_BYTES;
  if (!(await mayContainActs(transcriptPath, Math.max(0, size - maxBytes), size))) return [];
  const [{ readTail }, { findActs }] = await Promise.all([
    import("../../transcript/read-tail.ts"),
    import("./user-evidence.ts"),
  ]);
  const { items } = await readTail(transcriptPath, { maxBytes });
  return findActs(flow, recorded, items).filter(({ condition }) =>
    isOpen(flow, recorded, condition as ConditionId),
  );
}

/** Avoids parsing the transcript, which costs more than everything else at a stop: usually the user did nothing. */
async function mayContainActs(path: string, from: number, to: number): Promise<boolean> {
  if (!Number.isFinite(to)) return true;
  const bytes = await readBytes(path, from, to);
  const text = new TextDecoder().decode(bytes ?? new Uint8Array());
  return bytes === null || ACT_MARKERS.some((marker) => text.includes(marker));
}

function isOpen(flow: Flow, evidence: readonly Evidence[], id: ConditionId): boolean {
  return judgeCondition(id, { flow, evidence, tree: NO_TREE }).state === "open";
}

/** How far earlier stops searched the session's transcript; 0 when unknown. */
export async function readCursor(env: Home, flow: Flow): Promise<number> {
  const file = readSmallFile(cursorPath(env, flow));
  const size = file.state === "read" ? Number(file.text) : 0;
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}

/** If the cursor cannot be saved, the same part is searched again. */
export async function saveCursor(env: Home, flow: Flow, before: number, size: number): Promise<void> {
  if (!Number.isFinite(size) || Math.abs(size - before) < MIN_CURSOR_STEP) return;
  const { tryReplaceFile } = await import("../../platform/replace-file.ts");
  await tryReplaceFile(cursorPath(env, flow), String(size));
}

type Home = Pick<Environment, "holdfastHome">;

function cursorPath(env: Home, { id, sessionId }: Flow): string {
  return `${baselineDir(env, sessionId)}/flow-${id}.looked`;
}
