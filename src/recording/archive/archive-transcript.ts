// Copies a transcript, redacted, into the project's runtime folder. Memory use does not grow with the transcript's size.
import { rmSync } from "node:fs";
import type { Config } from "../../config/schema.ts";
import { openRuntimeDraft } from "../../store/runtime-files.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { CallJoiner } from "../../transcript/join-calls.ts";
import { openLog } from "../../transcript/open-log.ts";
import { createReport, parseChunk, parseLeading, parseLine } from "../../transcript/parse-chunk.ts";
import { measureFile, type ReadProblem, readNextLines, readPiece } from "../../transcript/read-bytes.ts";
import {
  type ArchiveFile,
  archiveFolder,
  COMPRESSED_NAME,
  openArchive,
  PLAIN_NAME,
} from "./archive-files.ts";
import { createRecordRedactor, type RecordRedactor } from "./redact-record.ts";

export interface ArchiveRequest {
  sessionId: string;
  projectDir: string;
  transcriptPath: string;
  /** The transcript's size at the time of the event; later lines are not archived. */
  bytes: number;
  trigger: string;
  at: number;
}

interface ArchiveResult {
  path: string;
  bytes: number;
  records: number;
  redactions: number;
}

/** Larger transcripts are compressed. */
const MAX_PLAIN_BYTES = 1024 * 1024;

/** Throws when the transcript cannot be read; an earlier archive then stays as it is. */
export async function archiveTranscript(
  request: ArchiveRequest,
  { capture }: Pick<Config, "capture">,
): Promise<ArchiveResult> {
  const { sessionId, projectDir, transcriptPath, bytes: limit } = request;
  const folder = archiveFolder(sessionId);
  const isLarge = limit > MAX_PLAIN_BYTES;
  const [name, other] = isLarge ? [COMPRESSED_NAME, PLAIN_NAME] : [PLAIN_NAME, COMPRESSED_NAME];
  const redactor = createRecordRedactor(projectDir, capture.exclude);
  const read: StreamReport = { problem: null };
  const draft = await openRuntimeDraft(projectDir, folder, name);
  let [records, redactions, bytes] = [0, 0, 0];
  const write = (lines: string) => {
    const piece = Buffer.from(lines);
    // Each piece is a separate gzip member; gzip reads concatenated members as one file.
    const packed = isLarge ? Bun.gzipSync(piece) : piece;
    draft.write(packed);
    bytes += packed.length;
  };
  try {
    write(`${JSON.stringify(describeArchive(request))}\n`);
    for await (const piece of streamRecords(transcriptPath, limit, read)) {
      const redacted = piece.map(redactor.redact);
      records += redacted.length;
      redactions += redacted.reduce((sum, one) => sum + one.redactions, 0);
      write(redacted.map(({ record }) => `${JSON.stringify(record)}\n`).join(""));
    }
    if (read.problem !== null) throw new Error(`the transcript was not exported: ${read.problem.message}`);
    draft.sync();
    draft.commit();
    rmSync(`${draft.path.slice(0, -name.length)}${other}`, { force: true });
    return { path: draft.path, bytes, records, redactions };
  } finally {
    draft.discard();
  }
}

/** The archive's first line. Transcript readers skip unknown types. */
function describeArchive({ sessionId, bytes, trigger, at }: ArchiveRequest) {
  const exportedAt = new Date(at).toISOString();
  return { type: "holdfast-export", version: 1, session_id: sessionId, at: exportedAt, trigger, bytes };
}

type Raw = Record<string, unknown>;

export interface StreamReport {
  problem: ReadProblem | null;
}

const PIECE = 1024 * 1024;
const NEWLINE = 0x0a;
/** Longer lines are skipped: the client writes none. */
const MAX_LINE = 64 * 1024 * 1024;

/** The file's unredacted records, up to the byte `limit`, without lines too long to read. A read error is left in `read`. */
async function* streamRecords(path: string, limit: number, read: StreamReport): AsyncGenerator<Raw[], void> {
  const measured = await measureFile(path);
  if (!measured.ok) {
    read.problem = measured.problem;
    return;
  }
  const size = Math.min(limit, measured.size);
  const log = await openLog(path);
  for (let from = 0; from < size; ) {
    const lines = await readNextLines(path, { from, lineStart: 0, size, maxBytes: PIECE });
    if (lines.ok) {
      const records = recordsIn(lines.bytes);
      yield log ? records.flatMap(log.translate) : records;
      if (!lines.more) return;
      from += lines.bytes.length;
    } else from = await findNextLine(path, from, size, read);
  }
}

/** The end of the file if there is none, or if it cannot be read. */
async function findNextLine(path: string, from: number, size: number, read: StreamReport): Promise<number> {
  for (let at = from; at < size; at += PIECE) {
    const piece = await readPiece(path, at, Math.min(size, at + PIECE));
    if (!piece.ok) {
      read.problem = piece.problem;
      return size;
    }
    const end = piece.bytes.indexOf(NEWLINE);
    if (end !== -1) return at + end + 1;
  }
  return size;
}

/** The items of an archive, which is already redacted. */
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
  // The last line may be incomplete.
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
