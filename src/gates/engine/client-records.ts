// Reads what the client itself wrote about our answers: the holds it gave to Claude, and the messages it showed to the person. An
// event that somebody else piped into us leaves neither, and its prompt is not there either. Anyone can write to the file, so
// this is suspicion, not proof.
import { readToEnd } from "../../platform/files.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";

export interface ClientRecords {
  messages: string[];
  /** The reasons of held stops. */
  holds: string[];
}

const MAX_READ_BYTES = 32 * 1024 * 1024;
const STOPS = new Set<unknown>(["Stop", "SubagentStop"]);
const FEEDBACK = "Stop hook feedback:";
const MARKS = [
  '"hook_system_message"',
  '"hook_blocking_error"',
  '"hook_additional_context"',
  FEEDBACK,
] as const;

/** From this offset on; null when the file cannot be read, or too much was added. */
export async function readClientRecords(path: string, from: number): Promise<ClientRecords | null> {
  const bytes = await readToEnd(path, from, MAX_READ_BYTES);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  const found: ClientRecords = { messages: [], holds: [] };
  // Most lines are long and of no interest.
  for (const line of text.split("\n")) {
    const record = MARKS.some((mark) => line.includes(mark)) ? parseJson(line) : null;
    if (isRecord(record)) addRecord(found, record);
  }
  return found;
}

function addRecord({ messages, holds }: ClientRecords, record: Record<string, unknown>): void {
  const { attachment, message, isMeta } = record;
  if (isMeta === true && isRecord(message)) {
    const content = JSON.stringify(message.content);
    if (content.includes(FEEDBACK)) holds.push(content);
  }
  if (!isRecord(attachment)) return;
  const { type, hookEvent, content, blockingError } = attachment;
  if (type === "hook_system_message") messages.push(String(content));
  else if (STOPS.has(hookEvent) && type === "hook_additional_context") holds.push(JSON.stringify(content));
  else if (STOPS.has(hookEvent) && type === "hook_blocking_error") holds.push(JSON.stringify(blockingError));
}
