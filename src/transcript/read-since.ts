// What a transcript has gained since the last reading. The cost follows what is new.
import { type Cursor, cursorAt, guardLength, guardOf, isUsable, placeCursor, START } from "./cursor.ts";
import type { TranscriptItem } from "./item.ts";
import { CallJoiner, loadCalls } from "./join-calls.ts";
import { createReport, isForeignFile, parseChunk, type ReadReport } from "./parse-chunk.ts";
import { measureFile, type ReadProblem, readNextLines } from "./read-bytes.ts";
import type { ReadChoice } from "./skip-line.ts";

export interface SinceRead {
  items: TranscriptItem[];
  cursor: Cursor;
  /** The limit was reached: call again with the cursor. */
  more: boolean;
  /** The file is not the one the cursor was made on: these items are from its beginning. */
  restarted: boolean;
  /** Another tool's format, of which nothing is read. */
  foreign: boolean;
  problem: ReadProblem | null;
  report: ReadReport;
}

export interface SinceOptions extends ReadChoice {
  /** A line longer than this is read all the same. */
  maxBytes?: number;
}

const MAX_BYTES = 8 * 1024 * 1024;

export async function readSince(
  path: string,
  before: Cursor | null,
  options: SinceOptions = {},
): Promise<SinceRead> {
  const cursor = before ?? START;
  const measured = await measureFile(path);
  if (!measured.ok) return stayAt(cursor, measured.problem);
  if (!isUsable(cursor, measured.size)) return restart(path, options);

  const lead = guardLength(cursor.offset);
  const lines = await readNextLines(path, {
    from: cursor.offset - lead,
    lineStart: lead,
    size: measured.size,
    maxBytes: options.maxBytes ?? MAX_BYTES,
  });
  if (!lines.ok) return stayAt(cursor, lines.problem);
  if (guardOf(lines.bytes.subarray(0, lead)) !== cursor.guard) return restart(path, options);

  const report = createReport();
  const base = cursor.offset - lead;
  const { records, readTo } = parseChunk(lines.bytes, base, lead, report, options);
  const calls = await loadCalls(path, cursor.open, records);
  const joiner = new CallJoiner(cursor.open, calls, options.ignoresResults);
  const items: TranscriptItem[] = [];
  for (const record of records) for (const item of joiner.join(record)) items.push(item);
  if (lines.skipped > 0) report.damagedLines++;
  return {
    items,
    cursor:
      lines.skipped > 0
        ? await placeCursor(path, base + readTo + lines.skipped, joiner.openCalls())
        : cursorAt(base + readTo, lines.bytes.subarray(0, readTo), joiner.openCalls()),
    more: lines.more,
    restarted: false,
    foreign: isForeignFile(report),
    problem: null,
    report,
  };
}

async function restart(path: string, options: SinceOptions): Promise<SinceRead> {
  return { ...(await readSince(path, null, options)), restarted: true };
}

function stayAt(cursor: Cursor, problem: ReadProblem): SinceRead {
  const report = createReport();
  return { items: [], cursor, more: false, restarted: false, foreign: false, problem, report };
}
