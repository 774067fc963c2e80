// Small records about the session: its queue of prompts, its titles, its pull requests.
import type { ItemBase, QueueChange, Title, TranscriptItem } from "../item.ts";
import { headOf } from "./head.ts";
import { isNotification, readNotification } from "./notification.ts";
import { numberOf, type Raw, textOf, textOfBlocks } from "./raw.ts";
import { stripWrappers } from "./tags.ts";

const CHANGES = new Map<unknown, QueueChange["operation"]>([
  ["dequeue", "dequeue"],
  ["remove", "remove"],
  ["popAll", "pop-all"],
]);

export function classQueueOperation(record: Raw, offset: number): TranscriptItem[] {
  const head = headOf(record, offset);
  const text = stripWrappers(textOfBlocks(record.content)).trim();
  if (record.operation === "enqueue") return text === "" ? [] : [classEnqueued(head, text)];
  const operation = CHANGES.get(record.operation);
  return operation ? [{ ...head, kind: "queue-change", operation, text: text === "" ? null : text }] : [];
}

function classEnqueued(head: ItemBase, text: string): TranscriptItem {
  if (isNotification(text)) return readNotification(head, text, "queue");
  return { ...head, kind: "queued-prompt", text };
}

export function classTitle(record: Raw, offset: number): TranscriptItem[] {
  const found: [unknown, Title["source"]][] = [
    [record.customTitle, "custom"],
    [record.aiTitle, "ai"],
    [record.agentName, "agent"],
    [record.summary, "summary"],
  ];
  const head = headOf(record, offset);
  const leafUuid = textOf(record.leafUuid);
  return found.flatMap(([value, source]) => {
    const text = textOf(value);
    return text === null ? [] : [{ ...head, kind: "title" as const, text, source, leafUuid }];
  });
}

export function classPrLink(record: Raw, offset: number): TranscriptItem[] {
  const url = textOf(record.prUrl);
  if (url === null) return [];
  const repository = textOf(record.prRepository) ?? "";
  return [{ ...headOf(record, offset), kind: "pr-link", number: numberOf(record.prNumber), url, repository }];
}
