// The end of a transcript, read backwards: the cost does not depend on the file's size.
import { type Cursor, placeCursor, START } from "./cursor.ts";
import type { TranscriptItem } from "./item.ts";
import { CallJoiner, resultIds } from "./join-calls.ts";
import {
  createReport,
  isForeignFile,
  parseChunk,
  type ReadReport,
  type RecordDrafts,
} from "./parse-chunk.ts";
import { measureFile, type ReadProblem, readPiece } from "./read-bytes.ts";

export interface TailLimit {
  maxItems?: number;
  maxBytes?: number;
}

export interface TailRead {
  items: TranscriptItem[];
  /** Where reading began in the file; 0 when it was read whole. */
  from: number;
  /** To go on from here with `readSince`. */
  cursor(): Promise<Cursor>;
  foreign: boolean;
  problem: ReadProblem | null;
  report: ReadReport;
}

const FIRST_PIECE = 64 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;
/** How much further back a call is looked for when its result is in. */
const CALL_DISTANCE = 2 * 1024 * 1024;
const NEWLINE = 0x0a;

export async function readTail(path: string, limit: TailLimit): Promise<TailRead> {
  const report = createReport();
  const measured = await measureFile(path);
  if (!measured.ok) return nothing(measured.problem, report);
  const { size } = measured;
  const maxItems = limit.maxItems ?? Number.POSITIVE_INFINITY;
  const floor = Math.max(0, size - (limit.maxBytes ?? MAX_BYTES));

  let records: RecordDrafts[] = [];
  let from = size;
  let unread = Buffer.alloc(0);
  let end: number | null = null;
  let enoughAt: number | null = null;
  for (let length = FIRST_PIECE; from > floor; length *= 2) {
    const start = Math.max(floor, from - length);
    const piece = await readPiece(path, start, from);
    if (!piece.ok) return nothing(piece.problem, report);
    from = start;
    const bytes = Buffer.concat([piece.bytes, unread]);
    // The line that these bytes begin in the middle of is for the next round.
    const lineStart = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
    const isMiddle = start > 0 && lineStart === 0;
    unread = isMiddle ? bytes : bytes.subarray(0, lineStart);
    if (isMiddle) continue;
    const chunk = parseChunk(bytes, start, lineStart, report);
    records = [...chunk.records, ...records];
    end ??= start + chunk.readTo;
    if (countDrafts(records) < maxItems) continue;
    enoughAt ??= from;
    if (hasItsCalls(records) || enoughAt - from >= CALL_DISTANCE) break;
  }
  const joiner = new CallJoiner();
  const items = records.flatMap((record) => joiner.join(record));
  return {
    items: items.slice(Math.max(0, items.length - maxItems)),
    from,
    cursor: () => placeCursor(path, end ?? from, joiner.openCalls()),
    foreign: isForeignFile(report),
    problem: null,
    report,
  };
}

function countDrafts(records: RecordDrafts[]): number {
  return records.reduce((sum, { drafts }) => sum + drafts.length, 0);
}

function hasItsCalls(records: RecordDrafts[]): boolean {
  const wanted = resultIds(records);
  for (const { drafts } of records)
    for (const draft of drafts) if (draft.kind === "tool-call") wanted.delete(draft.id);
  return wanted.size === 0;
}

function nothing(problem: ReadProblem, report: ReadReport): TailRead {
  return { items: [], from: 0, cursor: async () => START, foreign: false, problem, report };
}
