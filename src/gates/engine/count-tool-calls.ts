// Counts tool calls in what a transcript gained since the last look. Capture of tool events is async in the client
// and may land after the Stop that follows; the transcript has them by then. Cost follows what is new.
import { readBytes } from "../../platform/files.ts";

export interface ToolCount {
  /** Bytes of the transcript that were counted. */
  cursor: number;
  count: number;
}

const CALL = '"type":"tool_use"';
const NEWLINE = 0x0a;
const MAX_READ = 32 * 1024 * 1024;

/**
 * Where counting starts does not matter, only that it moves: the first look takes the file as it is. The first turn
 * may stop before the client has written its first line, and then everything that comes is new.
 */
export async function countToolCalls(path: string, before: ToolCount | null): Promise<ToolCount> {
  const file = Bun.file(path);
  const size = Number.isFinite(file.size) ? file.size : 0; // A pipe or a device could keep us for ever.
  if (before === null || size < before.cursor) return { cursor: size, count: before?.count ?? 0 };
  if (size === before.cursor) return before;
  const start = Math.max(before.cursor, size - MAX_READ);
  const read = await readBytes(path, start, size);
  if (read === null) return before;
  // A line still being written is counted when it is whole.
  const end = read.lastIndexOf(NEWLINE) + 1;
  return { cursor: start + end, count: before.count + occurrences(read.subarray(0, end)) };
}

function occurrences(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes);
  let found = 0;
  for (let at = text.indexOf(CALL); at !== -1; at = text.indexOf(CALL, at + CALL.length)) found++;
  return found;
}
