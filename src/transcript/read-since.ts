// Reads what was added to a transcript since the last read, or a whole transcript in pieces. The cost depends only on what is new.
import type { TranscriptItem } from "./item.ts";
import { CallJoiner, loadCalls, type OpenCall } from "./join-calls.ts";
import { type OpenLog, openLog } from "./open-log.ts";
import { addReport, createReport, isForeignFile, parseChunk, type ReadReport } from "./parse-chunk.ts";
import { measureFile, type ReadProblem, readNextLines, readPiece } from "./read-bytes.ts";

export interface SinceRead {
  items: TranscriptItem[];
  cursor: Cursor;
  /** The limit was reached: call again with the cursor. */
  more: boolean;
  /** The file was replaced since the cursor was made: the items are from its beginning. */
  restarted: boolean;
  /** A file in another tool's format, which is not read. */
  foreign: boolean;
  problem: ReadProblem | null;
  report: ReadReport;
}

interface SinceOptions {
  /** A longer line is read anyway. */
  maxBytes?: number;
  /** Also reads the records of subagents that older clients repeat in the session's file. */
  readsAgentProgress?: boolean;
  /** Another agent's log, opened before the first of many reads; null for a transcript. */
  log?: OpenLog | null;
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
  const isUsable = Number.isSafeInteger(cursor.offset) && cursor.offset >= 0;
  if (!isUsable || cursor.offset > measured.size) return restart(path, options);

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
  const log = options.log === undefined ? await openLog(path) : options.log;
  const translate = log?.translate;
  const how = {
    readsAgentProgress: options.readsAgentProgress ?? false,
    ...(translate ? { translate } : {}),
  };
  const { records, readTo } = parseChunk(lines.bytes, base, lead, report, how);
  const calls = await loadCalls(path, cursor.open, records, translate);
  const joiner = new CallJoiner(cursor.open, calls);
  const items: TranscriptItem[] = [];
  for (const record of records) for (const item of joiner.join(record)) items.push(item);
  return {
    items,
    cursor: cursorAt(base + readTo, lines.bytes.subarray(0, readTo), joiner.openCalls()),
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

// Reads a whole transcript in bounded memory.

export interface StreamOutcome {
  problem: ReadProblem | null;
  report: ReadReport;
  /** In bytes. At most an incomplete line follows. */
  readTo: number;
}

const PIECE_BYTES = 1024 * 1024;

export function createOutcome(): StreamOutcome {
  return { problem: null, report: createReport(), readTo: 0 };
}

/** `outcome` is updated while reading, and complete after the last item. */
export async function* streamItems(
  path: string,
  outcome: StreamOutcome = createOutcome(),
): AsyncGenerator<TranscriptItem, void> {
  let cursor: Cursor | null = null;
  const log = await openLog(path);
  for (;;) {
    const read = await readSince(path, cursor, { maxBytes: PIECE_BYTES, log });
    addReport(outcome.report, read.report);
    const rewritten = { code: "unreadable", message: "it was rewritten while it was read" } as const;
    outcome.problem = read.problem ?? (read.restarted ? rewritten : null);
    if (outcome.problem) return;
    outcome.readTo = read.cursor.offset;
    yield* read.items;
    if (!read.more) return;
    cursor = read.cursor;
  }
}

// The position of an incremental read: plain data that callers store and pass back.

export interface Cursor {
  /** Bytes read. */
  offset: number;
  /** A hash of the bytes before the offset. If they differ, the file was rewritten. */
  guard: string;
  /** Calls without a result so far. */
  open: OpenCall[];
}

const GUARD_BYTES = 128;

const START: Cursor = { offset: 0, guard: "", open: [] };

/** The number of bytes that the guard covers. */
function guardLength(offset: number): number {
  return Math.min(offset, GUARD_BYTES);
}

function guardOf(bytes: Uint8Array): string {
  return bytes.length === 0 ? "" : Bun.hash(bytes).toString(36);
}

/** `bytes`: end at the offset and include those of the guard. */
function cursorAt(offset: number, bytes: Buffer, open: OpenCall[]): Cursor {
  return { offset, guard: guardOf(bytes.subarray(bytes.length - guardLength(offset))), open };
}

/** Makes a cursor at any offset. */
export async function placeCursor(path: string, offset: number, open: OpenCall[]): Promise<Cursor> {
  const piece = await readPiece(path, offset - guardLength(offset), offset);
  return cursorAt(offset, piece.ok ? piece.bytes : Buffer.alloc(0), open);
}
