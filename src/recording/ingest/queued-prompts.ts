// Prompts typed while Claude worked. They wait in a queue and mostly stand again where they were taken up; where an
// older client took them into the running turn, they stand in the queue alone.
import type { QueuedPrompt, TranscriptItem } from "../../transcript/item.ts";

export interface QueuedPrompts {
  /** null stands for a notification in the same line. */
  waiting: (QueuedPrompt | null)[];
  /** Taken into a turn and not said again so far. */
  taken: QueuedPrompt[];
}

const MOST = 200;

export function createQueuedPrompts(): QueuedPrompts {
  return { waiting: [], taken: [] };
}

export function followQueue(queue: QueuedPrompts, item: TranscriptItem): void {
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
  if (queue.waiting.length > MOST) queue.waiting.shift();
  if (queue.taken.length > MOST) queue.taken.shift();
}
