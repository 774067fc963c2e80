// Parses bytes of a transcript into drafts of items, and reports what could not be parsed.

import type { Translate } from "../protocol/agent-log.ts";
import { isRecord } from "../text/unknown-values.ts";
import type { Raw } from "./records/fields.ts";
import { isForeign, parseRecord, unwrapAgentProgress } from "./records/parse-record.ts";
import type { Draft } from "./records/tool-result.ts";
import { isSilentLine, RECORD_START } from "./skip-line.ts";

export interface RecordDrafts {
  /** In bytes. */
  length: number;
  drafts: Draft[];
}

interface ParsedChunk {
  records: RecordDrafts[];
  /** How far the bytes were read. A last line that is still being written is not included. */
  readTo: number;
}

export interface ReadReport {
  records: number;
  /** Lines that could not be parsed completely. */
  damagedLines: number;
  /** Records in the format of another tool. */
  foreignRecords: number;
  /** Unknown shapes of records, with their counts. */
  unknownShapes: Map<string, number>;
}

const NEWLINE = 0x0a;

interface ChunkOptions {
  /** Also reads the records of subagents that older clients repeat in the session's file. */
  readsAgentProgress?: boolean;
  /** For another agent's log. */
  translate?: Translate;
}

/** `base`: offset of the bytes in the file. `from`: the start of the first line to read in them. */
export function parseChunk(
  bytes: Buffer,
  base: number,
  from: number,
  report: ReadReport,
  { readsAgentProgress = false, translate }: ChunkOptions = {},
): ParsedChunk {
  const records: RecordDrafts[] = [];
  let start = from;
  for (let end = bytes.indexOf(NEWLINE, start); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.subarray(start, end);
    if (!translate && isSilentLine(line, readsAgentProgress)) report.records++;
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
      if (!translate && isForeign(record)) {
        report.foreignRecords++;
        continue;
      }
      const note = (shape: string) => countShape(report, shape);
      const drafts = translate
        ? translate(record).flatMap((own) => parseRecord(own, base + at, note))
        : parseRecord(readsAgentProgress ? unwrapAgentProgress(record) : record, base + at, note);
      if (drafts.length > 0) records.push({ length: end - at, drafts });
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

/** True for a file of another tool, in which no record is the client's. */
export function isForeignFile(report: ReadReport): boolean {
  return report.foreignRecords > 0 && report.foreignRecords === report.records;
}

function countShape(report: ReadReport, shape: string, count = 1): void {
  report.unknownShapes.set(shape, (report.unknownShapes.get(shape) ?? 0) + count);
}

// Parses one line into its JSON objects: usually one; two when a newline is missing; those around a part that a crash cut.

interface LocatedObject {
  record: Raw;
  /** Relative to the bytes. */
  start: number;
  end: number;
}

interface ParsedLine {
  found: LocatedObject[];
  readTo: number;
  /** A part of the line could not be parsed. */
  damaged: boolean;
}

const OPEN_BRACE = 0x7b;
const SPACE = 0x20;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export function parseLine(bytes: Buffer, start: number, end: number): ParsedLine {
  const whole = parseJson(bytes, start, end);
  if (isRecord(whole)) return { found: [{ record: whole, start, end }], readTo: end, damaged: false };
  const leading = parseLeading(bytes, start, end);
  const rest = skipBlank(bytes, leading.readTo, end);
  if (rest === end) return { ...leading, readTo: end };
  return { found: [...leading.found, ...parseAppended(bytes, rest, end)], readTo: end, damaged: true };
}

/** The record that the client appended to one that it had not finished writing, such as when the disk was full. */
function parseAppended(bytes: Buffer, start: number, end: number): LocatedObject[] {
  const at = start + bytes.subarray(start, end).lastIndexOf(RECORD_START);
  const record = at < start ? undefined : parseJson(bytes, at, end);
  return isRecord(record) ? [{ record, start: at, end }] : [];
}

/** Only the complete objects at the beginning: for a last line that may still be growing. */
export function parseLeading(bytes: Buffer, start: number, end: number): ParsedLine {
  const objects: LocatedObject[] = [];
  let at = start;
  for (;;) {
    const from = skipBlank(bytes, at, end);
    const next = from < end && bytes[from] === OPEN_BRACE ? scanObject(bytes, from, end) : null;
    if (next === null) return { found: objects, readTo: at, damaged: false };
    objects.push(next);
    at = next.end;
  }
}

function scanObject(bytes: Buffer, start: number, end: number): LocatedObject | null {
  const { values, read } = Bun.JSONL.parseChunk(bytes.subarray(start, end));
  const record = values[0];
  return values.length === 1 && isRecord(record) ? { record, start, end: start + read } : null;
}

function parseJson(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString("utf8", start, end));
  } catch {
    return undefined; // Not a single JSON value: the caller tries other ways.
  }
}

/** Skips white space, zeros that a crash left, and a byte order mark. */
function skipBlank(bytes: Buffer, from: number, end: number): number {
  let at = bytes.subarray(from, Math.min(from + 3, end)).equals(BYTE_ORDER_MARK) ? from + 3 : from;
  while (at < end && (bytes[at] ?? 0) <= SPACE) at++;
  return at;
}
