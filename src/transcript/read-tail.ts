// The end of a transcript: the cost does not depend on the file's size.

import type { GatedEvent, HookEvent } from "../protocol/hook-event.ts";
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

// The client writes its transcript a little behind its events: whether it has come to the end of the turn that an event is
// about, and a reader that waits for it.

/** How long to wait for what is not written down yet, and how often to look. */
export const MAX_LAG_MS = 250;
export const POLL_MS = 15;

const MAX_RECENT_BYTES = 2 * 1024 * 1024;
const MAX_MESSAGE_START = 60;
const TURN_KINDS = new Set<TranscriptItem["kind"]>(["assistant-text", "tool-call", "tool-result", "prompt"]);

export async function readRecentItems(event: GatedEvent, path: string): Promise<TranscriptItem[]> {
  return (await readWholeTurn(event, path, MAX_RECENT_BYTES)).items;
}

/** The end of a transcript. Waits a moment for a client that has not written everything down yet. */
export async function readWholeTurn(event: HookEvent, path: string, maxBytes: number) {
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    const tail = await readTail(path, { maxBytes });
    if (isTurnComplete(event, tail.items) || performance.now() >= waitUntil) return tail;
  }
}

/** The items end with what the event is about: the last message, or the call that completes a task. */
export function isTurnComplete(event: HookEvent, items: readonly TranscriptItem[]): boolean {
  const last = lastTurnItem(items);
  if (event.name === "TaskCompleted" && event.teammateName === null)
    return last?.kind === "tool-call" && last.tool === "TaskUpdate" && last.input.taskId === event.taskId;
  const start = "lastAssistantMessage" in event ? messageStart(event.lastAssistantMessage) : "";
  return start === "" || (last?.kind === "assistant-text" && last.text.includes(start));
}

/** What was said or done last; not what the client noted beside it. */
export function lastTurnItem(items: readonly TranscriptItem[]): TranscriptItem | undefined {
  return items.findLast(({ kind }) => TURN_KINDS.has(kind));
}

function messageStart(text: string): string {
  return text.trim().slice(0, MAX_MESSAGE_START).split("\n", 1)[0] ?? "";
}
