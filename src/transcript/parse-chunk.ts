// Bytes of a transcript into the drafts of their records, and a report of what else was met.
import { parseLeading, parseLine } from "./parse-line.ts";
import { isForeign, parseRecord, unwrapAgentProgress } from "./records/parse-record.ts";
import type { Draft } from "./records/tool-result.ts";
import { isResultOf, isSilentLine, type ReadChoice } from "./skip-line.ts";

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

/** What a reading met besides items. */
export interface ReadReport {
  records: number;
  /** Lines of which something could not be read. */
  damagedLines: number;
  /** Records another tool wrote in a format of its own. */
  foreignRecords: number;
  /** Shapes we do not know, and how often they came. */
  unknownShapes: Map<string, number>;
}

const NEWLINE = 0x0a;

/** `base` is the place of the bytes in the file, `from` where reading begins in them: at the start of a line. */
export function parseChunk(
  bytes: Buffer,
  base: number,
  from: number,
  report: ReadReport,
  { ignoresResults = () => false, readsAgentProgress = false }: ReadChoice = {},
): ParsedChunk {
  const records: RecordDrafts[] = [];
  const ignored = new Set<string>();
  let start = from;
  for (let end = bytes.indexOf(NEWLINE, start); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.subarray(start, end);
    if (isSilentLine(line, readsAgentProgress) || isResultOf(line, ignored)) report.records++;
    else if (end > start) addRecords(parseLine(bytes, start, end));
    start = end + 1;
  }
  const last = parseLeading(bytes, start, bytes.length);
  addRecords(last);
  return { records, readTo: last.readTo };

  function addRecords({ found, damaged }: ReturnType<typeof parseLine>): void {
    if (damaged) report.damagedLines++;
    for (const { record, start: at, end } of found) {
      report.records++;
      if (isForeign(record)) {
        report.foreignRecords++;
        continue;
      }
      const own = readsAgentProgress ? unwrapAgentProgress(record) : record;
      const drafts = parseRecord(own, base + at, (shape) => countShape(report, shape));
      if (drafts.length > 0) records.push({ offset: base + at, length: end - at, drafts });
      for (const draft of drafts)
        if (draft.kind === "tool-call" && ignoresResults(draft.tool)) ignored.add(draft.id);
    }
  }
}

export function createReport(): ReadReport {
  return { records: 0, damagedLines: 0, foreignRecords: 0, unknownShapes: new Map() };
}

export function addReport(total: ReadReport, part: ReadReport): void {
  total.records += part.records;
  total.damagedLines += part.damagedLines;
  total.foreignRecords += part.foreignRecords;
  for (const [shape, count] of part.unknownShapes) countShape(total, shape, count);
}

/** Another tool's file: none of its records is the client's. */
export function isForeignFile(report: ReadReport): boolean {
  return report.foreignRecords > 0 && report.foreignRecords === report.records;
}

function countShape(report: ReadReport, shape: string, count = 1): void {
  report.unknownShapes.set(shape, (report.unknownShapes.get(shape) ?? 0) + count);
}
