import type { ItemBase, SlowHook, TranscriptItem } from "../item.ts";
import { slowHookOf } from "./attachment.ts";
import {
  baseOf,
  listOf,
  type NoteShape,
  numberOf,
  type Raw,
  rawOf,
  shapeOf,
  textOf,
  textsOf,
} from "./fields.ts";
import { parseMachineText } from "./speaker.ts";

const SILENT_SUBTYPES = new Set([
  "turn_duration",
  "bridge_status",
  "microcompact_boundary",
  "informational",
  "model_refusal_fallback",
  "model_consent_fallback",
]);
const RECAP_NOTE = /\s*\(disable recaps in \/config\)\s*$/;

export function parseSystem(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const base = baseOf(record, offset);
  const content = textOf(record.content) ?? "";
  switch (record.subtype) {
    case "compact_boundary": {
      const metadata = rawOf(record.compactMetadata);
      return [
        {
          ...base,
          kind: "compaction",
          trigger: textOf(metadata.trigger) ?? "",
          preTokens: numberOf(metadata.preTokens),
          preserved: preservedBy(metadata),
        },
      ];
    }
    case "away_summary":
      return [{ ...base, kind: "away-summary", text: content.replace(RECAP_NOTE, "") }];
    case "api_error":
      return [{ ...base, kind: "api-error", text: describeError(record.error) }];
    case "stop_hook_summary":
      return slowStopHooks(base, record);
    case "local_command":
      return parseMachineText(base, content) ?? [];
    // The oldest clients wrote down what their hooks did, without a subtype.
    case undefined:
      return [];
    default:
      if (!SILENT_SUBTYPES.has(String(record.subtype))) note(shapeOf(record));
      return [];
  }
}

/** From the list of hooks that ran at the end of a turn. */
function slowStopHooks(base: ItemBase, record: Raw): SlowHook[] {
  return listOf(record.hookInfos)
    .map(rawOf)
    .flatMap((run) => slowHookOf(base, { ...run, hookEvent: "Stop" }));
}

function preservedBy(metadata: Raw): string[] {
  const { allUuids, uuids } = rawOf(metadata.preservedMessages);
  return [...textsOf(allUuids), ...textsOf(uuids)];
}

function describeError(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, status, error: inner } = rawOf(error);
  const said = textOf(message) ?? textOf(rawOf(rawOf(inner).error).message) ?? textOf(rawOf(inner).message);
  return [numberOf(status), said].filter((part) => part !== null).join(" ");
}
