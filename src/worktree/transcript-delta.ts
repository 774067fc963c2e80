// Reads what was added to a transcript since an earlier stop: the files that were edited, if nothing else can have changed files.

import type { GatedEvent, StopEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "../transcript/item.ts";
import { hasTurnEnd, lacksOnlyLastMessage, lastTurnItem, readTail } from "../transcript/read-tail.ts";
import { isEditingTool, isReadOnlyTool, mutatingToolCalls } from "../transcript/selectors/tool-calls.ts";
import { MAX_LINE_BEFORE, usesAgents } from "./mutating-calls.ts";

/** Reading more takes longer than it saves. */
const MAX_DELTA_BYTES = 256 * 1024;
/** An older last message belongs to another turn. */
const MAX_MESSAGE_AGE_MS = 3000;

/**
 * The files edited from an offset on, as the calls name them; null when a command, an agent or another tool may have changed
 * others, when the delta is too long, or when it may lack a call from before this stop. `since`: when the turn began.
 */
export async function readEditedFiles(
  event: StopEvent,
  offset: number,
  since: number,
): Promise<string[] | null> {
  const path = event.transcriptPath ?? "";
  const added = Bun.file(path).size - offset;
  if (!(added > 0 && added <= MAX_DELTA_BYTES) || event.lastAssistantMessage.trim() === "") return null;
  const { items, problem } = await readTail(path, { maxBytes: added + MAX_LINE_BEFORE });
  if (problem !== null || !hasAllCalls(event, items, since)) return null;
  const delta = items.filter((item) => item.offset >= offset);
  const calls = mutatingToolCalls(delta);
  const areEdits = calls.every(({ call, files }) => isEditingTool(call.tool) && files.length > 0);
  const isCertain = areEdits && !usesAgents(event, delta) && !delta.some(isUnknownCall);
  return isCertain ? calls.flatMap(({ files }) => files) : null;
}

/** Any other tool, such as one of an MCP server, may write any file. */
function isUnknownCall(item: TranscriptItem): boolean {
  if (item.kind !== "tool-call") return false;
  return item.tool !== "Bash" && !isEditingTool(item.tool) && !isReadOnlyTool(item.tool);
}

/**
 * Everything from before this stop is in the transcript, except perhaps the last message. `since`: when the turn began or
 * the previous one ended; the transcript must have something newer.
 */
export function hasAllCalls(event: GatedEvent, items: readonly TranscriptItem[], since: number): boolean {
  return hasTurnEnd(event, items) ? isEndOfThisTurn(items, since) : lacksOnlyLastMessage(items, since);
}

/** The previous turn may have ended with the same words. */
function isEndOfThisTurn(items: readonly TranscriptItem[], since: number): boolean {
  const at = lastTurnItem(items)?.timestamp ?? 0;
  if (Math.abs(Date.now() - at) > MAX_MESSAGE_AGE_MS || at < since) return false;
  const lastText = items.findLastIndex(({ kind }) => kind === "assistant-text");
  return !items.slice(lastText + 1).some(({ kind }) => kind === "hook-feedback");
}
