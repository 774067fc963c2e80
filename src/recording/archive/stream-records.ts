// Streams transcripts piece by piece: records of the client's file, items of that file or of an archive.
import type { TranscriptItem } from "../../transcript/item.ts";
import { CallJoiner } from "../../transcript/join-calls.ts";
import { createReport, parseChunk, parseLeading, parseLine } from "../../transcript/parse-chunk.ts";
import { measureFile, type ReadProblem, readNextLines } from "../../transcript/read-bytes.ts";
import { type ArchiveFile, openArchive } from "./archive-files.ts";
import type { RecordRedactor } from "./redact-record.ts";

type Raw = Record<string, unknown>;

export interface StreamReport {
  problem: ReadProblem | null;
}

const PIECE = 1024 * 1024;
const NEWLINE = 0x0a;
/** No client writes a longer line: it is skipped. */
const MAX_LINE = 64 * 1024 * 1024;

/** Records as they stand in the file, up to the byte `limit`. `read` is complete after the last piece. */
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
    yield recordsIn(lines.bytes);
    if (!lines.more) return;
    from += lines.bytes.length + lines.skipped;
  }
}

/** The items of an archive, which was redacted when it was written. */
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

/** The items of the client's own file, redacted. */
export async function* streamTranscript(
  path: string,
  redactor: RecordRedactor,
  read: StreamReport,
): AsyncGenerator<TranscriptItem, void> {
  yield* itemsOf(redactedLines(streamRecords(path, Number.MAX_SAFE_INTEGER, read), redactor));
}

function recordsIn(bytes: Buffer): Raw[] {
  const lines = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    if (end > start) lines.push(parseLine(bytes, start, end));
    start = end + 1;
  }
  // The last line may have been incomplete.
  lines.push(parseLeading(bytes, start, bytes.length));
  return lines.flatMap(({ found }) => found.map(({ record }) => record));
}

async function* itemsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<TranscriptItem, void> {
  const joiner = new CallJoiner();
  let base = 0;
  for await (const bytes of pieces) {
    yield* parseChunk(bytes, base, 0, createReport()).records.flatMap((record) => joiner.join(record));
    base += bytes.length;
  }
}

async function* redactedLines(pieces: AsyncIterable<Raw[]>, redactor: RecordRedactor) {
  for await (const piece of pieces)
    yield Buffer.from(piece.map((record) => `${JSON.stringify(redactor.redact(record).record)}\n`).join(""));
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
