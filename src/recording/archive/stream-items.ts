// What a session said, from its export or from the client's own file; either way without secrets.

import type { TranscriptItem } from "../../transcript/item.ts";
import { createJoiner } from "../../transcript/join-calls.ts";
import { parseChunk } from "../../transcript/parse-chunk.ts";
import { createReport } from "../../transcript/read-report.ts";
import type { ExportFile } from "./archive-files.ts";
import { openExport } from "./open-export.ts";
import type { Cleaner } from "./redact-record.ts";
import { type RecordsRead, streamRecords } from "./stream-records.ts";

const NEWLINE = 0x0a;
/** A line that no client writes: its bytes are passed over. */
const MAX_LINE = 64 * 1024 * 1024;

export async function* streamExport(
  file: ExportFile,
  read: RecordsRead,
): AsyncGenerator<TranscriptItem, void> {
  try {
    yield* itemsOf(wholeLines(openExport(file)));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "damaged";
    read.problem = { code: "unreadable", message: `the export cannot be unpacked (${code})` };
  }
}

export async function* streamLive(
  path: string,
  cleaner: Cleaner,
  read: RecordsRead,
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

async function* cleanedLines(pieces: AsyncIterable<Record<string, unknown>[]>, cleaner: Cleaner) {
  for await (const piece of pieces)
    yield Buffer.from(piece.map((record) => `${JSON.stringify(cleaner.clean(record).record)}\n`).join(""));
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
