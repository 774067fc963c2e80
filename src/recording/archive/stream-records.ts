// The records of a transcript as they stand in the file, up to a byte that was its end when somebody looked.
import { parseLeading, parseLine } from "../../transcript/parse-line.ts";
import { measureFile, type ReadProblem } from "../../transcript/read-bytes.ts";
import { readNextLines } from "../../transcript/read-lines.ts";

type Raw = Record<string, unknown>;

export interface RecordsRead {
  /** Lines of which something could not be read. */
  damaged: number;
  problem: ReadProblem | null;
}

const PIECE = 1024 * 1024;
const NEWLINE = 0x0a;

/** One piece of the file at a time; `read` is complete when the last was taken. */
export async function* streamRecords(
  path: string,
  limit: number,
  read: RecordsRead,
): AsyncGenerator<Raw[], void> {
  const measured = await measureFile(path);
  if (!measured.ok) {
    read.problem = measured.problem;
    return;
  }
  const size = Math.min(limit, measured.size);
  for (let from = 0; from < size; ) {
    const lines = await readNextLines(path, { from, lineStart: 0, size, maxBytes: PIECE });
    if (!lines.ok) {
      read.problem = lines.problem;
      return;
    }
    if (lines.skipped > 0) read.damaged++;
    yield recordsIn(lines.bytes, read);
    if (!lines.more) return;
    from += lines.bytes.length + lines.skipped;
  }
}

function recordsIn(bytes: Buffer, read: RecordsRead): Raw[] {
  const records: Raw[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    if (end > start) take(parseLine(bytes, start, end));
    start = end + 1;
  }
  // What is after the last newline may still have been growing.
  take(parseLeading(bytes, start, bytes.length));
  return records;

  function take({ found, damaged }: ReturnType<typeof parseLine>): void {
    if (damaged) read.damaged++;
    for (const { record } of found) records.push(record);
  }
}
