// An `assistant` record: mostly one block of a message that goes on in the next records.
import type { ItemBase, TranscriptItem, Usage } from "../item.ts";
import { blocksOf, isRaw, numberOf, type Raw, rawOf, textOf, textOfBlocks } from "./fields.ts";
import { headOf } from "./head.ts";
import type { NoteShape } from "./shape.ts";

const CALLS = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);
// Thinking is often empty and never said; the others are the API's own business.
const SILENT = new Set(["thinking", "redacted_thinking", "fallback"]);

interface MessageRef {
  messageId: string | null;
  model: string | null;
}

export function classAssistant(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const head = headOf(record, offset);
  const message = rawOf(record.message);
  const ref = { messageId: textOf(message.id), model: textOf(message.model) };
  if (record.isApiErrorMessage === true)
    return [{ ...head, kind: "api-error", text: textOfBlocks(message.content) }];
  // The client's stand-in for an answer that never came.
  if (ref.model === "<synthetic>") return [];
  const items: TranscriptItem[] = [];
  for (const block of blocksOf(message.content)) items.push(...classBlock(head, ref, block, note));
  if (isRaw(message.usage)) items.push(usageOf(head, ref, message.usage));
  return items;
}

function classBlock(head: ItemBase, ref: MessageRef, block: Raw, note: NoteShape): TranscriptItem[] {
  const type = String(block.type);
  if (type === "text") {
    const text = textOf(block.text);
    return text === null || text.trim() === "" ? [] : [{ ...head, kind: "assistant-text", text, ...ref }];
  }
  if (CALLS.has(type)) {
    const { messageId } = ref;
    const tool = textOf(block.name) ?? "";
    return [
      { ...head, kind: "tool-call", id: textOf(block.id) ?? "", tool, input: rawOf(block.input), messageId },
    ];
  }
  if (!SILENT.has(type) && !type.endsWith("_tool_result")) note(`assistant content ${type}`);
  return [];
}

function usageOf(head: ItemBase, ref: MessageRef, usage: Raw): Usage {
  return {
    ...head,
    kind: "usage",
    ...ref,
    inputTokens: numberOf(usage.input_tokens) ?? 0,
    outputTokens: numberOf(usage.output_tokens) ?? 0,
    cacheReadTokens: numberOf(usage.cache_read_input_tokens) ?? 0,
    cacheCreationTokens: numberOf(usage.cache_creation_input_tokens) ?? 0,
  };
}
