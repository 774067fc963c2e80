// What a transcript has gained since an earlier stop, read once for all who ask.

import type { GatedEvent, StopEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { readTail } from "../transcript/read-tail.ts";
import { mayMutate, mutatingToolCalls } from "../transcript/selectors/tool-calls.ts";
import type { ToolCall } from "../transcript/tool-item.ts";
import { endOf, lastTurn } from "../transcript/turn-end.ts";

/** Talk, and what came of calls. A command of the person, an agent or a notification is not among them. */
const PLAIN = new Set<TranscriptItem["kind"]>([
  ...(["prompt", "queued-prompt", "queue-change", "assistant-text", "usage", "title"] as const),
  ...(["tool-call", "tool-result", "rejection", "answers", "plan-approval", "task-states"] as const),
  ...(["hook-feedback", "slow-hook", "injected", "interrupt", "api-error"] as const),
  ...(["compaction", "compaction-summary", "away-summary", "pr-link"] as const),
]);

const EDITS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** They leave every file as it is. */
const LOOKING = new Set([
  ...["Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "AskUserQuestion"],
  ...["TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "EnterPlanMode", "ExitPlanMode"],
]);

/** The line that stands before an offset is read too, or the first of interest would be taken for half a line. */
export const MAX_CUT = 4096;
/** Beyond this it takes longer to read than it saves. */
const MAX_AT_ONCE = 256 * 1024;
/** A last message older than this is that of another turn. */
const MAX_AGE_MS = 3000;
/** What is older was written down, however far the client is behind. */
const WRITTEN_MS = 1000;
/** How long a last message may take to come. */
const MAX_MESSAGE_MS = 30_000;

interface Seen {
  offset: number;
  items: TranscriptItem[];
}

const seen = new WeakMap<GatedEvent, Seen>();

/** The files that were edited from an offset on, as the calls name them; null when more than those may have changed. */
export async function readEditedFiles(event: StopEvent, offset: number): Promise<string[] | null> {
  const items = await readGained(event, offset);
  return items && editedFiles(items);
}

/** null when it is long, not understood in all, or may lack a call that came before this stop. */
async function readGained(event: StopEvent, offset: number): Promise<TranscriptItem[] | null> {
  const path = event.transcriptPath ?? "";
  const gained = Bun.file(path).size - offset;
  if (!(gained > 0 && gained <= MAX_AT_ONCE) || event.lastAssistantMessage.trim() === "") return null;
  const { items, problem, report } = await readTail(path, { maxBytes: gained + MAX_CUT });
  const { damagedLines, foreignRecords, unknownShapes } = report;
  if (problem !== null || damagedLines + foreignRecords + unknownShapes.size > 0) return null;
  if (!(endOf(event)(items) ? isOwnEnd(items) : lacksOnlyEnd(items))) return null;
  seen.set(event, { offset, items });
  return items.filter((item) => item.offset >= offset);
}

/** The same words may have ended the turn before. */
function isOwnEnd(items: readonly TranscriptItem[]): boolean {
  if (Math.abs(Date.now() - (lastTurn(items)?.timestamp ?? 0)) > MAX_AGE_MS) return false;
  for (let at = items.length - 1; at >= 0 && items[at]?.kind !== "assistant-text"; at--)
    if (items[at]?.kind === "hook-feedback") return false;
  return true;
}

/** The client writes its transcript a little behind, and a message takes Claude longer than that. */
function lacksOnlyEnd(items: readonly TranscriptItem[]): boolean {
  const open = new Set<string>();
  let newest = 0;
  for (const item of items) {
    newest = Math.max(newest, item.timestamp ?? 0);
    if (item.kind === "tool-call") open.add(item.id);
    if (item.kind === "tool-result" || item.kind === "rejection") open.delete(item.id);
  }
  const age = Date.now() - newest;
  return open.size === 0 && age >= WRITTEN_MS && age <= MAX_MESSAGE_MS;
}

/** What was read already, if it goes back far enough. */
export function itemsSeenSince(event: GatedEvent, offset: number | null): TranscriptItem[] | null {
  const before = seen.get(event);
  return before && offset !== null && before.offset <= offset ? before.items : null;
}

/** As the calls name them. null when something else may have changed files too. */
export function editedFiles(items: readonly TranscriptItem[]): string[] | null {
  for (const item of items) {
    if (!PLAIN.has(item.kind) || item.sidechain || item.agentId !== null) return null;
    if (item.kind === "tool-call" && !isKnown(item)) return null;
    if (item.kind !== "tool-result") continue;
    if (item.call === null || !isKnown(item.call) || item.backgroundTaskId !== null) return null;
    if (!EDITS.has(item.call.tool) && item.changedFiles.length > 0) return null;
  }
  const files: string[] = [];
  for (const call of mutatingToolCalls(items)) {
    if (call.files.length === 0) return null;
    files.push(...call.files);
  }
  return files;
}

function isKnown(call: ToolCall): boolean {
  if (call.tool === "Bash") return Boolean(call.input.command) && !mayMutate(call);
  return EDITS.has(call.tool) || LOOKING.has(call.tool);
}
