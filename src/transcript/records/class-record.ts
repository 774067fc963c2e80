// One record into what it says. Total: any JSON object gives drafts or none, nothing throws.
import { classAssistant } from "./class-assistant.ts";
import { classAttachment } from "./class-attachment.ts";
import { classPrLink, classQueueOperation, classTitle } from "./class-metadata.ts";
import { classSystem } from "./class-system.ts";
import { classUser } from "./class-user.ts";
import type { Draft } from "./draft.ts";
import type { Raw } from "./raw.ts";
import { type NoteShape, shapeOf } from "./shape.ts";
import { SILENT_RECORDS } from "./silent-records.ts";

export function classRecord(record: Raw, offset: number, note: NoteShape): Draft[] {
  switch (record.type) {
    case "user":
      return classUser(record, offset, note);
    case "assistant":
      return classAssistant(record, offset, note);
    case "system":
      return classSystem(record, offset, note);
    case "attachment":
      return classAttachment(record, offset, note);
    case "queue-operation":
      return classQueueOperation(record, offset);
    case "custom-title":
    case "ai-title":
    case "agent-name":
    case "summary":
      return classTitle(record, offset);
    case "pr-link":
      return classPrLink(record, offset);
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
