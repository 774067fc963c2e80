// What the person said, and what they decided in the client's dialogs.
import type { Prompt, QueuedPrompt, TranscriptItem } from "../item.ts";
import type { Answer, PlanApproval, TaskNotification } from "../tool-item.ts";

/** Slash commands are not among them. */
export type PersonPrompt = Prompt | QueuedPrompt;

export interface UserAnswer extends Answer {
  /** The id of the call that asked. */
  callId: string;
  timestamp: number | null;
  uuid: string | null;
}

/**
 * Every prompt once. One typed while Claude worked is in the queue, and mostly again where it became a turn; one that an
 * older client took into the running turn is in the queue alone.
 */
export function personPrompts(items: Iterable<TranscriptItem>): PersonPrompt[] {
  const all = [...items];
  const taken = takenIntoTurn(all);
  const prompts = all.filter((item) => item.kind === "prompt");
  const onlyQueued = taken.filter((queued) => !isRepeated(queued, prompts));
  return [...prompts, ...onlyQueued].toSorted((a, b) => a.offset - b.offset);
}

export function userAnswers(items: Iterable<TranscriptItem>): UserAnswer[] {
  const answers: UserAnswer[] = [];
  for (const item of items) {
    if (item.kind !== "answers") continue;
    const { id: callId, timestamp, uuid } = item;
    for (const answer of item.answers) answers.push({ ...answer, callId, timestamp, uuid });
  }
  return answers;
}

export function approvedPlans(items: Iterable<TranscriptItem>): PlanApproval[] {
  return [...items].filter((item) => item.kind === "plan-approval");
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

/** Notifications wait in the same queue. */
function isQueued(item: TranscriptItem): item is QueuedPrompt | TaskNotification {
  return item.kind === "queued-prompt" || (item.kind === "task-notification" && item.via === "queue");
}

function isRepeated(queued: QueuedPrompt, prompts: Prompt[]): boolean {
  return prompts.some(({ text, offset }) => offset > queued.offset && text.trim() === queued.text.trim());
}
