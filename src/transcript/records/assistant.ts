// An `assistant` record: mostly one block of a message that continues in the next records.

import { isRecord } from "../../text/is-record.ts";
import type { ItemBase, TranscriptItem, Usage } from "../item.ts";
import {
  baseOf,
  blocksOf,
  type NoteShape,
  numberOf,
  type Raw,
  rawOf,
  textOf,
  textOfBlocks,
} from "./fields.ts";

const CALL_BLOCKS = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);
// Thinking is often empty and never shown; the others concern only the API.
const SILENT_BLOCKS = new Set(["thinking", "redacted_thinking", "fallback"]);

interface MessageRef {
  messageId: string | null;
  model: string | null;
}

export function parseAssistant(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const base = baseOf(record, offset);
  const message = rawOf(record.message);
  const ref = { messageId: textOf(message.id), model: textOf(message.model) };
  if (record.isApiErrorMessage === true)
    return [{ ...base, kind: "api-error", text: textOfBlocks(message.content) }];
  // The client's placeholder for an answer that never came.
  if (ref.model === "<synthetic>") return [];
  const items: TranscriptItem[] = [];
  for (const block of blocksOf(message.content)) items.push(...parseBlock(base, ref, block, note));
  if (isRecord(message.usage)) items.push(usageOf(base, ref, message.usage));
  return items;
}

function parseBlock(base: ItemBase, ref: MessageRef, block: Raw, note: NoteShape): TranscriptItem[] {
  const type = String(block.type);
  if (type === "text") {
    const text = textOf(block.text);
    return text === null || text.trim() === "" ? [] : [{ ...base, kind: "assistant-text", text, ...ref }];
  }
  if (CALL_BLOCKS.has(type)) {
    const { messageId } = ref;
    const tool = textOf(block.name) ?? "";
    return [
      { ...base, kind: "tool-call", id: textOf(block.id) ?? "", tool, input: rawOf(block.input), messageId },
    ];
  }
  if (!SILENT_BLOCKS.has(type) && !type.endsWith("_tool_result")) note(`assistant content ${type}`);
  return [];
}

function usageOf(base: ItemBase, ref: MessageRef, usage: Raw): Usage {
  return {
    ...base,
    kind: "usage",
    ...ref,
    inputTokens: numberOf(usage.input_tokens) ?? 0,
    outputTokens: numberOf(usage.output_tokens) ?? 0,
    cacheReadTokens: numberOf(usage.cache_read_input_tokens) ?? 0,
    cacheCreationTokens: numberOf(usage.cache_creation_input_tokens) ?? 0,
  };
}
