import type { TokenUsage, TranscriptItem } from "../../transcript/item.ts";
import type { Metrics, Tokens } from "./reflection.ts";

/** Records of one message stand close together. */
const MAX_MESSAGES = 256;

/** Measures a session item by item. */
export class SessionMeter {
  readonly #counts = { userMessages: 0, assistantMessages: 0, toolUses: 0, toolErrors: 0, compactions: 0 };
  readonly #tokens: Tokens = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 };
  readonly #usages = new Map<string, TokenUsage | null>();
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  see(item: TranscriptItem): void {
    if (item.timestamp !== null) {
      this.#from = Math.min(this.#from, item.timestamp);
      this.#to = Math.max(this.#to, item.timestamp);
    }
    const counts = this.#counts;
    if (item.kind === "prompt" || item.kind === "slash-command" || item.kind === "shell-command")
      counts.userMessages++;
    if (item.kind === "assistant-text" || item.kind === "tool-call" || item.kind === "usage")
      this.#countMessage(
        item.messageId ?? item.uuid ?? String(item.offset),
        item.kind === "usage" ? item : null,
      );
    if (item.kind === "tool-call") counts.toolUses++;
    if (item.kind === "tool-result" && item.isError) counts.toolErrors++;
    if (item.kind === "compaction") counts.compactions++;
  }

  read(): Metrics {
    const { userMessages, assistantMessages } = this.#counts;
    return {
      ...this.#counts,
      messages: userMessages + assistantMessages,
      tokens: { ...this.#tokens },
      durationMs: Math.max(0, this.#to - this.#from),
    };
  }

  /** From the first to the last record, in milliseconds since 1970; null when no record has a time. */
  span(): { from: number; to: number } | null {
    return this.#to >= this.#from ? { from: this.#from, to: this.#to } : null;
  }

  #countMessage(id: string, usage: TokenUsage | null): void {
    if (!this.#usages.has(id)) this.#counts.assistantMessages++;
    // The records of a message repeat its usage; the last one covers the whole answer.
    const before = this.#usages.get(id) ?? null;
    if (usage && before) addUsage(this.#tokens, before, -1);
    if (usage) addUsage(this.#tokens, usage, 1);
    this.#usages.delete(id);
    this.#usages.set(id, usage ?? before);
    if (this.#usages.size > MAX_MESSAGES) this.#usages.delete(this.#usages.keys().next().value ?? "");
  }
}

function addUsage(tokens: Tokens, usage: TokenUsage, sign: 1 | -1): void {
  tokens.input += sign * usage.inputTokens;
  tokens.output += sign * usage.outputTokens;
  tokens.cacheRead += sign * usage.cacheReadTokens;
  tokens.cacheCreation += sign * usage.cacheCreationTokens;
}

/** Prompts for each message of the model, to two digits; null when the model said nothing. */
export function promptsPerMessage({ userMessages, assistantMessages }: Metrics): number | null {
  return assistantMessages === 0 ? null : Math.round((userMessages / assistantMessages) * 100) / 100;
}
