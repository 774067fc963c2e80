// Reads what was added to a transcript since an earlier stop: the files that were edited, if nothing else can have changed files.

import type { GatedEvent, StopEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { isTurnComplete, lastTurnItem, readTail } from "../transcript/read-tail.ts";
import { isEditingTool, mayMutate, mutatingToolCalls } from "../transcript/selectors/tool-calls.ts";
import type { ToolCall } from "../transcript/tool-item.ts";

/** Conversation, calls and their results. Not a command of the person, an agent or a notification. */
const HARMLESS_KINDS = new Set<TranscriptItem["kind"]>([
  ...(["prompt", "queued-prompt", "queue-change", "assistant-text", "usage"] as const),
  ...(["tool-call", "tool-result", "rejection", "answers", "plan-approval", "task-states"] as const),
  ...(["hook-feedback", "slow-hook", "injected", "interrupt", "api-error"] as const),
  ...(["compaction", "compaction-summary", "away-summary", "pr-link", "title"] as const),
]);

const READ_ONLY_TOOLS = new Set([
  ...["Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "AskUserQuestion"],
  ...["TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "EnterPlanMode", "ExitPlanMode"],
]);

/** The line before an offset is read too: the reader drops the first line, because it may be incomplete. */
export const MAX_LINE_BEFORE = 4096;
/** Reading more takes longer than it saves. */
const MAX_DELTA_BYTES = 256 * 1024;
/** An older last message belongs to another turn. */
const MAX_MESSAGE_AGE_MS = 3000;
/** The client writes every item to the transcript within this time. */
const MAX_WRITE_DELAY_MS = 1000;
/** Claude writes its last message within this time. */
const MAX_MESSAGE_MS = 30_000;

const deltas = new WeakMap<GatedEvent, { offset: number; items: TranscriptItem[] }>();

/** The files edited from an offset on, as the calls name them; null when other files may have changed too. `since`: when the turn began. */
export async function readEditedFiles(
  event: StopEvent,
  offset: number,
  since: number,
): Promise<string[] | null> {
  const items = await readDelta(event, offset, since);
  return items && editedFiles(items);
}

/** The items that `readEditedFiles` read for the same event, if they go back far enough. */
export function findReadDelta(event: GatedEvent, offset: number | null): TranscriptItem[] | null {
  const delta = deltas.get(event);
  return delta && offset !== null && delta.offset <= offset ? delta.items : null;
}

/** As the calls name them; null when other files may have changed too. */
export function editedFiles(items: readonly TranscriptItem[]): string[] | null {
  if (!items.every(changesOnlyNamedFiles)) return null;
  const calls = mutatingToolCalls(items);
  return calls.every(({ files }) => files.length > 0) ? calls.flatMap(({ files }) => files) : null;
}

/** null when the delta is too long, not fully understood, or may lack a call from before this stop. */
async function readDelta(event: StopEvent, offset: number, since: number): Promise<TranscriptItem[] | null> {
  const path = event.transcriptPath ?? "";
  const added = Bun.file(path).size - offset;
  if (!(added > 0 && added <= MAX_DELTA_BYTES) || event.lastAssistantMessage.trim() === "") return null;
  const { items, problem, report } = await readTail(path, { maxBytes: added + MAX_LINE_BEFORE });
  const { damagedLines, foreignRecords, unknownShapes } = report;
  if (problem !== null || damagedLines + foreignRecords + unknownShapes.size > 0) return null;
  if (!hasAllCalls(event, items, since)) return null;
  deltas.set(event, { offset, items });
  return items.filter((item) => item.offset >= offset);
}

/**
 * Everything from before this stop is in the transcript, except perhaps the last message. `since`: when the turn began or
 * the previous one ended; the transcript must have something newer.
 */
export function hasAllCalls(event: GatedEvent, items: readonly TranscriptItem[], since: number): boolean {
  return isTurnComplete(event, items) ? isEndOfThisTurn(items, since) : lacksOnlyLastMessage(items, since);
}

/** The previous turn may have ended with the same words. */
function isEndOfThisTurn(items: readonly TranscriptItem[], since: number): boolean {
  const at = lastTurnItem(items)?.timestamp ?? 0;
  if (Math.abs(Date.now() - at) > MAX_MESSAGE_AGE_MS || at <= since) return false;
  const lastText = items.findLastIndex(({ kind }) => kind === "assistant-text");
  return !items.slice(lastText + 1).some(({ kind }) => kind === "hook-feedback");
}

/** All calls have results, and the newest item is older than the client's write delay, so no other call can be missing. */
function lacksOnlyLastMessage(items: readonly TranscriptItem[], since: number): boolean {
  const open = new Set<string>();
  let newest = 0;
  for (const item of items) {
    newest = Math.max(newest, item.timestamp ?? 0);
    if (item.kind === "tool-call") open.add(item.id);
    if (item.kind === "tool-result" || item.kind === "rejection") open.delete(item.id);
  }
  const age = Date.now() - newest;
  return open.size === 0 && newest > since && age >= MAX_WRITE_DELAY_MS && age <= MAX_MESSAGE_MS;
}

function changesOnlyNamedFiles(item: TranscriptItem): boolean {
  if (!HARMLESS_KINDS.has(item.kind) || item.sidechain || item.agentId !== null) return false;
  if (item.kind === "tool-call") return isKnownCall(item);
  if (item.kind !== "tool-result") return true;
  if (item.call === null || !isKnownCall(item.call) || item.backgroundTaskId !== null) return false;
  return isEditingTool(item.call.tool) || item.changedFiles.length === 0;
}

function isKnownCall(call: ToolCall): boolean {
  if (call.tool === "Bash") return Boolean(call.input.command) && !mayMutate(call);
  return isEditingTool(call.tool) || READ_ONLY_TOOLS.has(call.tool);
}
