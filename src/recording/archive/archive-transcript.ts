// Copies a transcript, redacted, into the project's runtime folder. Memory is bounded whatever its size.
import { rmSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { openRuntimeDraft } from "../../store/runtime-files.ts";
import type { ReadProblem } from "../../transcript/read-bytes.ts";
import { archiveFolder, COMPRESSED_NAME, PLAIN_NAME } from "./archive-files.ts";
import { createRecordRedactor } from "./redact-record.ts";
import { type StreamReport, streamRecords } from "./stream-records.ts";

export interface ArchiveRequest {
  sessionId: string;
  projectDir: string;
  transcriptPath: string;
  /** The transcript's size at the event: what comes later is not archived. */
  bytes: number;
  trigger: string;
  at: number;
}

export type ArchiveResult =
  | { state: "written"; path: string; bytes: number; records: number; redactions: number }
  | { state: "overtaken" }
  | { state: "unreadable"; problem: ReadProblem };

/** Larger files are compressed. */
const MAX_PLAIN_BYTES = 1024 * 1024;

/** `isOvertaken` is asked last: an older archive of the session must not replace a newer one. */
export async function archiveTranscript(
  request: ArchiveRequest,
  { capture }: Pick<Config, "capture">,
  isOvertaken: () => boolean = () => false,
): Promise<ArchiveResult> {
  const { sessionId, projectDir, transcriptPath, bytes: limit } = request;
  const folder = archiveFolder(sessionId);
  const isLarge = limit > MAX_PLAIN_BYTES;
  const [name, other] = isLarge ? [COMPRESSED_NAME, PLAIN_NAME] : [PLAIN_NAME, COMPRESSED_NAME];
  const redactor = createRecordRedactor(projectDir, capture.exclude);
  const read: StreamReport = { problem: null };
  const draft = openRuntimeDraft(projectDir, folder, name);
  let [records, redactions, bytes] = [0, 0, 0];
  const write = (lines: string) => {
    const piece = Buffer.from(lines);
    // Each piece is a gzip member of its own: gzip tools read several members as one file.
    const packed = isLarge ? Bun.gzipSync(piece) : piece;
    draft.write(packed);
    bytes += packed.length;
  };
  try {
    write(`${JSON.stringify(describe(request))}\n`);
    for await (const piece of streamRecords(transcriptPath, limit, read)) {
      const redacted = piece.map(redactor.redact);
      records += redacted.length;
      redactions += redacted.reduce((sum, one) => sum + one.redactions, 0);
      write(redacted.map(({ record }) => `${JSON.stringify(record)}\n`).join(""));
    }
    if (read.problem !== null || isOvertaken()) {
      return read.problem === null ? { state: "overtaken" } : { state: "unreadable", problem: read.problem };
    }
    draft.sync();
    draft.commit();
    rmSync(`${draft.path.slice(0, -name.length)}${other}`, { force: true });
    return { state: "written", path: draft.path, bytes, records, redactions };
  } finally {
    draft.discard();
  }
}

/** The first line. Readers of transcripts skip types they do not know. */
function describe({ sessionId, bytes, trigger, at }: ArchiveRequest) {
  const exportedAt = new Date(at).toISOString();
  return { type: "holdfast-export", version: 1, session_id: sessionId, at: exportedAt, trigger, bytes };
}
