import type { TranscriptItem, Usage } from "../../transcript/item.ts";
import type { Metrics, Tokens } from "./reflection.ts";

/** Measures a session item by item. */
export interface Meter {
  see(item: TranscriptItem): void;
  read(): Metrics;
  /** From the first to the last record, in milliseconds since 1970; null when no record has a time. */
  span(): { from: number; to: number } | null;
}

/** Records of one message stand close together. */
const MAX_MESSAGES = 256;

export function createMeter(): Meter {
  let [userMessages, assistantMessages, toolUses, toolErrors, compactions] = [0, 0, 0, 0, 0];
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const tokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 };
  const usages = new Map<string, Usage | null>();

  function countMessage(id: string, usage: Usage | null): void {
    if (!usages.has(id)) assistantMessages++;
    // The records of a message repeat its usage; the last one covers the whole answer.
    const before = usages.get(id) ?? null;
    if (usage && before) addUsage(tokens, before, -1);
    if (usage) addUsage(tokens, usage, 1);
    usages.delete(id);
    usages.set(id, usage ?? before);
    if (usages.size > MAX_MESSAGES) usages.delete(usages.keys().next().value ?? "");
  }

  return {
    see(item) {
      if (item.timestamp !== null) {
        from = Math.min(from, item.timestamp);
        to = Math.max(to, item.timestamp);
      }
      if (item.kind === "prompt" || item.kind === "slash-command" || item.kind === "shell-command")
        userMessages++;
      if (item.kind === "assistant-text" || item.kind === "tool-call" || item.kind === "usage")
        countMessage(item.messageId ?? item.uuid ?? String(item.offset), item.kind === "usage" ? item : null);
      if (item.kind === "tool-call") toolUses++;
      if (item.kind === "tool-result" && item.isError) toolErrors++;
      if (item.kind === "compaction") compactions++;
    },
    read: () => ({
      messages: userMessages + assistantMessages,
      userMessages,
      assistantMessages,
      toolUses,
      toolErrors,
      compactions,
      tokens: { ...tokens },
      durationMs: to > from ? to - from : 0,
    }),
    span: () => (to >= from ? { from, to } : null),
  };
}

function addUsage(tokens: Tokens, usage: Usage, sign: 1 | -1): void {
  tokens.input += sign * usage.inputTokens;
  tokens.output += sign * usage.outputTokens;
  tokens.cacheRead += sign * usage.cacheReadTokens;
  tokens.cacheCreation += sign * usage.cacheCreationTokens;
}
