// One record into what it says, by its type. Total: any JSON object gives drafts or none, nothing throws.
import type { QueueChange, Title, TranscriptItem } from "../item.ts";
import { SILENT_RECORDS } from "../skip-line.ts";
import { parseAssistant } from "./assistant.ts";
import { parseAttachment } from "./attachment.ts";
import { baseOf, type NoteShape, numberOf, type Raw, shapeOf, textOf, textOfBlocks } from "./fields.ts";
import { isNotification, parseNotification } from "./speaker.ts";
import { parseSystem } from "./system.ts";
import { stripWrappers } from "./tags.ts";
import type { Draft } from "./tool-result.ts";
import { parseUser } from "./user.ts";

const QUEUE_CHANGES = new Map<unknown, QueueChange["operation"]>([
  ["dequeue", "dequeue"],
  ["remove", "remove"],
  ["popAll", "pop-all"],
]);

export function parseRecord(record: Raw, offset: number, note: NoteShape): Draft[] {
  switch (record.type) {
    case "user":
      return parseUser(record, offset, note);
    case "assistant":
      return parseAssistant(record, offset, note);
    case "system":
      return parseSystem(record, offset, note);
    case "attachment":
      return parseAttachment(record, offset, note);
    case "queue-operation":
      return parseQueueOperation(record, offset);
    case "custom-title":
    case "ai-title":
    case "agent-name":
    case "summary":
      return parseTitle(record, offset);
    case "pr-link":
      return parsePrLink(record, offset);
    default:
      if (!SILENT_RECORDS.has(String(record.type))) note(shapeOf(record));
      return [];
  }
}

/** Flat records as other tools write them: the words at the top level, tool calls as records of their own. */
export function isForeign(record: Raw): boolean {
  if (record.type === "user" || record.type === "assistant" || record.type === "human")
    return record.message === undefined && record.content !== undefined;
  return record.type === "tool_use" || record.type === "tool_result";
}

function parseQueueOperation(record: Raw, offset: number): TranscriptItem[] {
  const base = baseOf(record, offset);
  const text = stripWrappers(textOfBlocks(record.content)).trim();
  if (record.operation === "enqueue") {
    if (text === "") return [];
    if (isNotification(text)) return [parseNotification(base, text, "queue")];
    return [{ ...base, kind: "queued-prompt", text }];
  }
  const operation = QUEUE_CHANGES.get(record.operation);
  return operation ? [{ ...base, kind: "queue-change", operation, text: text === "" ? null : text }] : [];
}

function parseTitle(record: Raw, offset: number): TranscriptItem[] {
  const titles: [unknown, Title["source"]][] = [
    [record.customTitle, "custom"],
    [record.aiTitle, "ai"],
    [record.agentName, "agent"],
    [record.summary, "summary"],
  ];
  const base = baseOf(record, offset);
  const leafUuid = textOf(record.leafUuid);
  return titles.flatMap(([value, source]) => {
    const text = textOf(value);
    return text === null ? [] : [{ ...base, kind: "title" as const, text, source, leafUuid }];
  });
}

function parsePrLink(record: Raw, offset: number): TranscriptItem[] {
  const url = textOf(record.prUrl);
  if (url === null) return [];
  const repository = textOf(record.prRepository) ?? "";
  return [{ ...baseOf(record, offset), kind: "pr-link", number: numberOf(record.prNumber), url, repository }];
}
