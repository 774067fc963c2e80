// Whether a record in the user's place was spoken by a person: the marks newer clients put on what nobody typed.
import { type Raw, rawOf, textOf } from "./fields.ts";

const NOT_SPOKEN = ["isVirtual", "isVisibleInTranscriptOnly", "textNotTyped", "handedOff"];
const OTHER_TURNS = new Set([
  "scheduled",
  "task_notification",
  "auto_continuation",
  "peer",
  "host_synthetic",
  "system",
]);

export function isSpoken(record: Raw): boolean {
  const origin = textOf(rawOf(record.origin).kind);
  return (
    (origin === null || origin === "human") &&
    record.promptSource !== "system" &&
    !OTHER_TURNS.has(String(record.turnOrigin)) &&
    record.wakeupSource === undefined &&
    !isMarked(record)
  );
}

function isMarked(record: Raw): boolean {
  for (const mark of NOT_SPOKEN) if (record[mark] === true) return true;
  return false;
}
