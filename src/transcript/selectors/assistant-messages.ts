// The model's messages, put together again from the records they were split into.
import type { TranscriptItem, Usage } from "../item.ts";
import type { ToolCall } from "../tool-item.ts";

export interface AssistantMessage {
  messageId: string;
  model: string | null;
  text: string;
  calls: ToolCall[];
  timestamp: number | null;
  offset: number;
}

export interface TokenCount {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
}

/** In the order of their first records. A text without a message's id is a message of its own. */
export function assistantMessages(items: Iterable<TranscriptItem>): AssistantMessage[] {
  const messages = new Map<string, AssistantMessage>();
  for (const item of items) {
    if (item.kind !== "assistant-text" && item.kind !== "tool-call") continue;
    const { timestamp, offset } = item;
    const messageId = item.messageId ?? item.uuid ?? String(offset);
    const fresh = { messageId, model: null, text: "", calls: [], timestamp, offset };
    const message: AssistantMessage = messages.get(messageId) ?? fresh;
    messages.set(messageId, message);
    if (item.kind === "tool-call") message.calls.push(item);
    else {
      message.text = message.text === "" ? item.text : `${message.text}\n${item.text}`;
      message.model = item.model;
    }
  }
  return [...messages.values()];
}

/** Each message once: its records repeat the usage, and the last one knows the whole answer. */
export function countTokens(items: Iterable<TranscriptItem>): TokenCount {
  const last = new Map<string, Usage>();
  for (const item of items) {
    if (item.kind === "usage") last.set(item.messageId ?? item.uuid ?? String(item.offset), item);
  }
  const total = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
  for (const usage of last.values()) {
    total.inputTokens += usage.inputTokens;
    total.outputTokens += usage.outputTokens;
    total.cacheReadTokens += usage.cacheReadTokens;
    total.cacheCreationTokens += usage.cacheCreationTokens;
  }
  return total;
}
