import type { Prompt, QueuedPrompt, TranscriptItem } from "../item.ts";
import type { TaskNotification } from "../tool-item.ts";

/** Slash commands are not among them. */
export type PersonPrompt = Prompt | QueuedPrompt;

/**
 * Every prompt once. One typed while Claude worked stands in the queue, and mostly again where it was taken up; where
 * it was taken into the running turn by an older client, it stands in the queue alone.
 */
export function personPrompts(items: Iterable<TranscriptItem>): PersonPrompt[] {
  const all = [...items];
  const taken = takenIntoTurn(all);
  const prompts = all.filter((item) => item.kind === "prompt");
  const unsaid = taken.filter((queued) => !isSaidAgain(queued, prompts));
  return [...prompts, ...unsaid].toSorted((a, b) => a.offset - b.offset);
}

function takenIntoTurn(items: TranscriptItem[]): QueuedPrompt[] {
  let waiting: (QueuedPrompt | TaskNotification)[] = [];
  const taken: QueuedPrompt[] = [];
  for (const item of items) {
    if (isQueued(item)) waiting.push(item);
    if (item.kind !== "queue-change") continue;
    if (item.operation === "pop-all") waiting = waiting.filter(({ kind }) => kind !== "queued-prompt");
    else {
      const named = waiting.findIndex((entry) => entry.kind === "queued-prompt" && entry.text === item.text);
      const [next] = waiting.splice(Math.max(0, named), 1);
      if (next?.kind === "queued-prompt" && item.operation === "remove" && !next.text.startsWith("/"))
        taken.push(next);
    }
  }
  return taken;
}

/** Notifications wait in the same line. */
function isQueued(item: TranscriptItem): item is QueuedPrompt | TaskNotification {
  return item.kind === "queued-prompt" || (item.kind === "task-notification" && item.via === "queue");
}

function isSaidAgain(queued: QueuedPrompt, prompts: Prompt[]): boolean {
  return prompts.some(({ text, offset }) => offset > queued.offset && text.trim() === queued.text.trim());
}
