// Bytes into the drafts of their records.
import { parseLeading, parseLine } from "./parse-line.ts";
import { noteShape, type ReadReport } from "./read-report.ts";
import { classRecord, isForeign } from "./records/class-record.ts";
import type { Draft } from "./records/draft.ts";
import { type IgnoresResults, isResultOf, isSilentLine } from "./skip-line.ts";

export interface RecordDrafts {
  /** The record's bytes in the file. */
  offset: number;
  length: number;
  drafts: Draft[];
}

export interface ParsedChunk {
  records: RecordDrafts[];
  /** How far the bytes were read: a last line still being written is left. */
  readTo: number;
}

const NEWLINE = 0x0a;

/** `base` is where the bytes lie in the file, `from` where reading begins in them: at the start of a line. */
export function parseChunk(
  bytes: Buffer,
  base: number,
  from: number,
  report: ReadReport,
  ignoresResults: IgnoresResults = () => false,
): ParsedChunk {
  const records: RecordDrafts[] = [];
  const ignored = new Set<string>();
  let start = from;
  for (let end = bytes.indexOf(NEWLINE, start); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.subarray(start, end);
    if (isSilentLine(line) || isResultOf(line, ignored)) report.records++;
    else if (end > start) takeLine(parseLine(bytes, start, end));
    start = end + 1;
  }
  const last = parseLeading(bytes, start, bytes.length);
  takeLine(last);
  return { records, readTo: last.readTo };

  function takeLine({ found, damaged }: ReturnType<typeof parseLine>): void {
    if (damaged) report.damagedLines++;
    for (const { record, start: at, end } of found) {
      report.records++;
      if (isForeign(record)) report.foreignRecords++;
      else {
        const drafts = classRecord(record, base + at, (shape) => noteShape(report, shape));
        if (drafts.length > 0) records.push({ offset: base + at, length: end - at, drafts });
        for (const draft of drafts)
          if (draft.kind === "tool-call" && ignoresResults(draft.tool)) ignored.add(draft.id);
      }
    }
  }
}
