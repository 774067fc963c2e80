// Prompts typed while Claude worked. Mostly they appear again where they were taken from the queue; where an older client
// took them into the running turn, the queue is the only place that has them.
import type { QueuedPrompt, TranscriptItem } from "../../transcript/item.ts";

export interface QueuedPrompts {
  /** null for a notification in the same queue. */
  waiting: (QueuedPrompt | null)[];
  /** Taken into a turn, and not seen again so far. */
  taken: QueuedPrompt[];
}

const MAX_QUEUED = 200;

export function createQueuedPrompts(): QueuedPrompts {
  return { waiting: [], taken: [] };
}

export function trackQueue(queue: QueuedPrompts, item: TranscriptItem): void {
  if (item.kind === "queued-prompt") queue.waiting.push(item);
  else if (item.kind === "task-notification" && item.via === "queue") queue.waiting.push(null);
  else if (item.kind === "prompt")
    queue.taken = queue.taken.filter(({ text }) => text.trim() !== item.text.trim());
  else if (item.kind === "queue-change" && item.operation === "pop-all")
    queue.waiting = queue.waiting.filter((entry) => entry === null);
  else if (item.kind === "queue-change") {
    const named = queue.waiting.findIndex((entry) => entry !== null && entry.text === item.text);
    const [next] = queue.waiting.splice(Math.max(0, named), 1);
    if (next && item.operation === "remove" && !next.text.startsWith("/")) queue.taken.push(next);
  }
  if (queue.waiting.length > MAX_QUEUED) queue.waiting.shift();
  if (queue.taken.length > MAX_QUEUED) queue.taken.shift();
}
