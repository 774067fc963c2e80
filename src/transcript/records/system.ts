import type { TranscriptItem } from "../item.ts";
import { listOf, numberOf, type Raw, rawOf, textOf } from "./fields.ts";
import { headOf } from "./head.ts";
import { type NoteShape, shapeOf } from "./shape.ts";
import { slowStopHooks } from "./slow-hooks.ts";
import { classText } from "./speaker.ts";

const SILENT = new Set([
  "turn_duration",
  "bridge_status",
  "microcompact_boundary",
  "informational",
  "model_refusal_fallback",
  "model_consent_fallback",
]);
const RECAP_NOTE = /\s*\(disable recaps in \/config\)\s*$/;

export function classSystem(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const head = headOf(record, offset);
  const content = textOf(record.content) ?? "";
  switch (record.subtype) {
    case "compact_boundary": {
      const metadata = rawOf(record.compactMetadata);
      return [
        {
          ...head,
          kind: "compaction",
          trigger: textOf(metadata.trigger) ?? "",
          preTokens: numberOf(metadata.preTokens),
          preserved: preservedBy(metadata),
        },
      ];
    }
    case "away_summary":
      return [{ ...head, kind: "away-summary", text: content.replace(RECAP_NOTE, "") }];
    case "api_error":
      return [{ ...head, kind: "api-error", text: describeError(record.error) }];
    case "stop_hook_summary":
      return slowStopHooks(head, record);
    case "local_command":
      return classText(head, content) ?? [];
    // The oldest clients wrote what their hooks did, without a subtype.
    case undefined:
      return [];
    default:
      if (!SILENT.has(String(record.subtype))) note(shapeOf(record));
      return [];
  }
}

function preservedBy(metadata: Raw): string[] {
  const { allUuids, uuids } = rawOf(metadata.preservedMessages);
  return [...listOf(allUuids), ...listOf(uuids)].filter((uuid) => typeof uuid === "string");
}

function describeError(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, status, error: inner } = rawOf(error);
  const said = textOf(message) ?? textOf(rawOf(rawOf(inner).error).message) ?? textOf(rawOf(inner).message);
  return [numberOf(status), said].filter((part) => part !== null).join(" ");
}
