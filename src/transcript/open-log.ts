// Opens a log of another agent, whose records are translated before they are parsed. Loads nothing for a transcript.
import type { LogHead, Translate } from "../protocol/agent-log.ts";
import { mayBeAgentLog } from "../protocol/hosts.ts";
import { parseLine } from "./parse-chunk.ts";
import { readNextLines } from "./read-bytes.ts";

export interface OpenLog {
  host: string;
  head: LogHead;
  translate: Translate;
}

/** Its first record has the model's instructions. */
const HEAD_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** null for anything else than such a log. */
export async function openLog(path: string): Promise<OpenLog | null> {
  if (!mayBeAgentLog(path)) return null;
  const { findAgentLog } = await import("../protocol/agent-log.ts");
  const log = findAgentLog(path);
  if (log === null) return null;
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return null;
  const lines = await readNextLines(path, { from: 0, lineStart: 0, size, maxBytes: HEAD_BYTES });
  if (!lines.ok) return null;
  const end = lines.bytes.indexOf(NEWLINE);
  const [first] = parseLine(lines.bytes, 0, end === -1 ? lines.bytes.length : end).found;
  const head = first ? log.readHead(first.record) : null;
  return head && { host: log.host, head, translate: log.translate(head) };
}
