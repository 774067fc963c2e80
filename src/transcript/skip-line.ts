// Lines that need not be parsed, told from their bytes. In doubt a line is parsed.
import { SILENT_RECORDS } from "./records/silent-records.ts";

/** Names tools whose results nobody asks for: most of a transcript's bytes are files that were read. */
export type IgnoresResults = (tool: string) => boolean;

const TYPE = Buffer.from('"type":"');
const CALL_ID = Buffer.from('"tool_use_id":"');
const TEXT_BLOCK = Buffer.from('"type":"text"');
const MESSAGE = Buffer.from('"message":');
/** What the client knows beyond the message; it stands behind it. */
const DETAILS = Buffer.from('"toolUseResult":');
const GLUED = Buffer.from('}{"');
const RECORD_START = Buffer.from('{"parentUuid":');
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const QUOTE = 0x22;
const MAX_NAME = 40;
const MAX_ID = 128;

/** A record of a kind that says nothing. Its type is the first one named, before any other object begins. */
export function isSilentLine(line: Buffer): boolean {
  const name = wordAfter(line, TYPE, MAX_NAME);
  if (name === null || !SILENT_RECORDS.has(name.word)) return false;
  const brace = line.indexOf(OPEN_BRACE, 1);
  return (brace === -1 || brace > name.at) && isOneRecord(line);
}

/** Holds the result of one of these calls, and no words beside it. */
export function isResultOf(line: Buffer, calls: ReadonlySet<string>): boolean {
  if (calls.size === 0) return false;
  const id = wordAfter(line, CALL_ID, MAX_ID);
  if (id === null || !calls.has(id.word)) return false;
  if (line.lastIndexOf(CALL_ID) !== id.at || !isOneRecord(line)) return false;
  const details = line.indexOf(DETAILS);
  const message = details === -1 ? line : line.subarray(0, details);
  return line.lastIndexOf(MESSAGE) < message.length && !message.includes(TEXT_BLOCK);
}

/** Neither torn, nor with another record behind it. */
function isOneRecord(line: Buffer): boolean {
  return line.at(-1) === CLOSE_BRACE && !line.includes(GLUED) && line.lastIndexOf(RECORD_START) <= 0;
}

/** Inside a string the quotes would be escaped: what is found is a key of the record or of a part of it. */
function wordAfter(line: Buffer, key: Buffer, longest: number): { word: string; at: number } | null {
  const at = line.indexOf(key);
  if (at === -1) return null;
  const from = at + key.length;
  const close = line.indexOf(QUOTE, from);
  return close === -1 || close - from > longest ? null : { word: line.toString("latin1", from, close), at };
}
