// The end of a transcript: the cost does not depend on the file's size.
import type { TranscriptItem } from "./item.ts";
import { CallJoiner } from "./join-calls.ts";
import { createReport, isForeignFile, parseChunk, type ReadReport } from "./parse-chunk.ts";
import { measureFile, type ReadProblem, readPiece } from "./read-bytes.ts";

export interface TailRead {
  items: TranscriptItem[];
  /** Where reading began in the file; 0 when it was read whole. */
  from: number;
  foreign: boolean;
  problem: ReadProblem | null;
  report: ReadReport;
}

const NEWLINE = 0x0a;

/** The lines that lie within the last `maxBytes`. */
export async function readTail(path: string, { maxBytes }: { maxBytes: number }): Promise<TailRead> {
  const measured = await measureFile(path);
  if (!measured.ok) return nothing(measured.problem);
  const from = Math.max(0, measured.size - maxBytes);
  const piece = await readPiece(path, from, measured.size);
  if (!piece.ok) return nothing(piece.problem);
  // The bytes mostly begin in the middle of a line.
  const firstNewline = piece.bytes.indexOf(NEWLINE);
  const lineStart = from === 0 ? 0 : firstNewline === -1 ? piece.bytes.length : firstNewline + 1;
  const report = createReport();
  const { records } = parseChunk(piece.bytes, from, lineStart, report);
  const joiner = new CallJoiner();
  const items = records.flatMap((record) => joiner.join(record));
  return { items, from, foreign: isForeignFile(report), problem: null, report };
}

function nothing(problem: ReadProblem): TailRead {
  return { items: [], from: 0, foreign: false, problem, report: createReport() };
}
