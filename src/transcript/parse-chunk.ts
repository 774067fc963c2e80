// Bytes into the drafts of their records.

import type { ItemBase, QueueChange, Title, TranscriptItem } from "./item.ts";
import { parseLeading, parseLine } from "./parse-line.ts";
import { noteShape, type ReadReport } from "./read-report.ts";
import { classAssistant } from "./records/assistant.ts";
import { classAttachment } from "./records/attachment.ts";
import type { Draft } from "./records/draft.ts";
import { numberOf, type Raw, textOf, textOfBlocks } from "./records/fields.ts";
import { headOf } from "./records/head.ts";
import { isNotification, readNotification } from "./records/notification.ts";
import { type NoteShape, shapeOf } from "./records/shape.ts";
import { SILENT_RECORDS } from "./records/silent-records.ts";
import { classSystem } from "./records/system.ts";
import { stripWrappers } from "./records/tags.ts";
import { classUser } from "./records/user.ts";
import { type IgnoresResults, isResultOf, isSilentLine } from "./skip-line.ts";

const CHANGES = new Map<unknown, QueueChange["operation"]>([
  ["dequeue", "dequeue"],
  ["remove", "remove"],
  ["popAll", "pop-all"],
]);

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

// One record into what it says. Total: any JSON object gives drafts or none, nothing throws.
function classRecord(record: Raw, offset: number, note: NoteShape): Draft[] {
  switch (record.type) {
    case "user":
      return classUser(record, offset, note);
    case "assistant":
      return classAssistant(record, offset, note);
    case "system":
      return classSystem(record, offset, note);
    case "attachment":
      return classAttachment(record, offset, note);
    case "queue-operation":
      return classQueueOperation(record, offset);
    case "custom-title":
    case "ai-title":
    case "agent-name":
    case "summary":
      return classTitle(record, offset);
    case "pr-link":
      return classPrLink(record, offset);
    default:
      if (!SILENT_RECORDS.has(String(record.type))) note(shapeOf(record));
      return [];
  }
}

/** Flat records as other tools write them: the words at the top level, tool calls as records of their own. */
function isForeign(record: Raw): boolean {
  if (record.type === "user" || record.type === "assistant" || record.type === "human")
    return record.message === undefined && record.content !== undefined;
  return record.type === "tool_use" || record.type === "tool_result";
}

// Small records about the session: its queue of prompts, its titles, its pull requests.
function classQueueOperation(record: Raw, offset: number): TranscriptItem[] {
  const head = headOf(record, offset);
  const text = stripWrappers(textOfBlocks(record.content)).trim();
  if (record.operation === "enqueue") return text === "" ? [] : [classEnqueued(head, text)];
  const operation = CHANGES.get(record.operation);
  return operation ? [{ ...head, kind: "queue-change", operation, text: text === "" ? null : text }] : [];
}

function classEnqueued(head: ItemBase, text: string): TranscriptItem {
  if (isNotification(text)) return readNotification(head, text, "queue");
  return { ...head, kind: "queued-prompt", text };
}

function classTitle(record: Raw, offset: number): TranscriptItem[] {
  const found: [unknown, Title["source"]][] = [
    [record.customTitle, "custom"],
    [record.aiTitle, "ai"],
    [record.agentName, "agent"],
    [record.summary, "summary"],
  ];
  const head = headOf(record, offset);
  const leafUuid = textOf(record.leafUuid);
  return found.flatMap(([value, source]) => {
    const text = textOf(value);
    return text === null ? [] : [{ ...head, kind: "title" as const, text, source, leafUuid }];
  });
}

function classPrLink(record: Raw, offset: number): TranscriptItem[] {
  const url = textOf(record.prUrl);
  if (url === null) return [];
  const repository = textOf(record.prRepository) ?? "";
  return [{ ...headOf(record, offset), kind: "pr-link", number: numberOf(record.prNumber), url, repository }];
}
