// Whether a transcript has come to the end of a turn.
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "./item.ts";

const MAX_WORDS = 60;
const TURNS = new Set<TranscriptItem["kind"]>(["assistant-text", "tool-call", "tool-result", "prompt"]);

export type IsWhole = (items: readonly TranscriptItem[]) => boolean;

/** Tells whether a transcript has come to what the event is about: the last message, or the call that ends a task. */
export function endOf(event: GatedEvent): IsWhole {
  if (event.name === "TaskCompleted" && event.teammateName === null) {
    return (items) => {
      const last = lastTurn(items);
      return last?.kind === "tool-call" && last.tool === "TaskUpdate" && last.input.taskId === event.taskId;
    };
  }
  const lastWords = "lastAssistantMessage" in event ? firstWords(event.lastAssistantMessage) : "";
  if (lastWords === "") return () => true;
  return (items) => {
    const last = lastTurn(items);
    return last?.kind === "assistant-text" && last.text.includes(lastWords);
  };
}

/** What was said or done last; not what the client noted beside it. */
export function lastTurn(items: readonly TranscriptItem[]): TranscriptItem | undefined {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (item && TURNS.has(item.kind)) return item;
  }
  return undefined;
}

function firstWords(text: string): string {
  return text.trim().slice(0, MAX_WORDS).split("\n", 1)[0] ?? "";
}
