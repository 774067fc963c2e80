// The records of a transcript as they stand in the file, up to a byte that was its end when somebody looked.

import type { TranscriptItem } from "../../transcript/item.ts";
import { createJoiner } from "../../transcript/join-calls.ts";
import { parseChunk } from "../../transcript/parse-chunk.ts";
import { parseLeading, parseLine } from "../../transcript/parse-line.ts";
import { measureFile, type ReadProblem } from "../../transcript/read-bytes.ts";
import { readNextLines } from "../../transcript/read-lines.ts";
import { createReport } from "../../transcript/read-report.ts";
import { type ArchiveFile, openArchive } from "./archive-files.ts";
import type { RecordRedactor } from "./redact-record.ts";

/** A line that no client writes: its bytes are passed over. */
const MAX_LINE = 64 * 1024 * 1024;

type Raw = Record<string, unknown>;

export interface StreamReport {
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
  read: StreamReport,
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

function recordsIn(bytes: Buffer, read: StreamReport): Raw[] {
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

// What a session said, from its export or from the client's own file; either way without secrets.
export async function* streamArchive(
  file: ArchiveFile,
  read: StreamReport,
): AsyncGenerator<TranscriptItem, void> {
  try {
    yield* itemsOf(wholeLines(openArchive(file)));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "damaged";
    read.problem = { code: "unreadable", message: `the export cannot be unpacked (${code})` };
  }
}

export async function* streamTranscript(
  path: string,
  cleaner: RecordRedactor,
  read: StreamReport,
): AsyncGenerator<TranscriptItem, void> {
  yield* itemsOf(cleanedLines(streamRecords(path, Number.MAX_SAFE_INTEGER, read), cleaner));
}

async function* itemsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<TranscriptItem, void> {
  const joiner = createJoiner();
  let base = 0;
  for await (const bytes of pieces) {
    yield* parseChunk(bytes, base, 0, createReport()).records.flatMap(joiner.push);
    base += bytes.length;
  }
}

async function* cleanedLines(pieces: AsyncIterable<Record<string, unknown>[]>, cleaner: RecordRedactor) {
  for await (const piece of pieces)
    yield Buffer.from(piece.map((record) => `${JSON.stringify(cleaner.redact(record).record)}\n`).join(""));
}

async function* wholeLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer, void> {
  let rest: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
      length = 0;
    }
    if (length + chunk.length - end <= MAX_LINE) rest.push(chunk.subarray(end));
    length += chunk.length - end;
  }
  if (length <= MAX_LINE) yield Buffer.concat(rest);
}
