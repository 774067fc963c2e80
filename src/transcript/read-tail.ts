// Reads the end of a transcript. The cost does not depend on the size of the file.

import type { GatedEvent, HookEvent } from "../protocol/hook-event.ts";
import type { TranscriptItem } from "./item.ts";
import { CallJoiner } from "./join-calls.ts";
import { openLog } from "./open-log.ts";
import { createReport, isForeignFile, parseChunk, type ReadReport } from "./parse-chunk.ts";
import { measureFile, type ReadProblem, readPiece } from "./read-bytes.ts";

export interface TailRead {
  items: TranscriptItem[];
  /** Offset of the first byte read; 0 when the whole file was read. */
  from: number;
  foreign: boolean;
  problem: ReadProblem | null;
  report: ReadReport;
}

const NEWLINE = 0x0a;

interface TailRequest {
  maxBytes: number;
  /** The start of a line: nothing before it is read, unless the file is shorter now. */
  after?: number;
}

/** The complete lines within the last `maxBytes`. */
export async function readTail(path: string, { maxBytes, after = 0 }: TailRequest): Promise<TailRead> {
  const measured = await measureFile(path);
  if (!measured.ok) return nothing(measured.problem);
  // With the end of the line before.
  const least = after <= measured.size ? after - 1 : 0;
  const from = Math.max(0, least, measured.size - maxBytes);
  const piece = await readPiece(path, from, measured.size);
  if (!piece.ok) return nothing(piece.problem);
  // The first line is usually incomplete.
  const firstNewline = piece.bytes.indexOf(NEWLINE);
  const lineStart = from === 0 ? 0 : firstNewline === -1 ? piece.bytes.length : firstNewline + 1;
  const report = createReport();
  const log = await openLog(path);
  const { records } = parseChunk(piece.bytes, from, lineStart, report, log ?? {});
  const joiner = new CallJoiner();
  const items = records.flatMap((record) => joiner.join(record));
  return { items, from, foreign: isForeignFile(report), problem: null, report };
}

function nothing(problem: ReadProblem): TailRead {
  return { items: [], from: 0, foreign: false, problem, report: createReport() };
}

// The client writes its transcript in batches, a little later than it sends events: at a Stop the last message is usually
// missing, and everything before it is there, because Claude takes longer to write a message than the client to write a batch.
// These functions check whether the turn of an event is in the transcript, and wait for it.

/** The client has written every item that is older. */
export const WRITE_DELAY_MS = 300;
/** Claude writes its last message within this time. It may think for minutes before. */
const MAX_MESSAGE_MS = 600_000;

export const MAX_LAG_MS = 250;
export const POLL_MS = 15;

const MAX_RECENT_BYTES = 2 * 1024 * 1024;
const MAX_OPENING_LENGTH = 60;
const TURN_KINDS = new Set<TranscriptItem["kind"]>(["assistant-text", "tool-call", "tool-result", "prompt"]);

export async function readRecentItems(
  event: GatedEvent,
  path: string,
  request: Omit<TurnRequest, "maxBytes"> = {},
): Promise<TranscriptItem[]> {
  return (await readWholeTurn(event, path, { maxBytes: MAX_RECENT_BYTES, ...request })).items;
}

interface TurnRequest extends TailRequest {
  /** Something of the turn is known to have happened then, and must be in the transcript. */
  since?: number;
}

/** Waits a moment if the client has not written the whole turn yet. */
export async function readWholeTurn(event: HookEvent, path: string, request: TurnRequest) {
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    const tail = await readTail(path, request);
    if (isTurnComplete(event, tail.items, request.since ?? 0) || performance.now() >= waitUntil) return tail;
  }
}

/** The items include everything of the event's turn, except perhaps the last message, which the event has. */
export function isTurnComplete(event: HookEvent, items: readonly TranscriptItem[], since = 0): boolean {
  return hasTurnEnd(event, items) || (event.name !== "TaskCompleted" && lacksOnlyLastMessage(items, since));
}

/** All calls have results, and the newest item is older than the client's write delay, so no other call can be missing. */
export function lacksOnlyLastMessage(items: readonly TranscriptItem[], since: number): boolean {
  const open = new Set<string>();
  let newest = 0;
  for (const item of items) {
    newest = Math.max(newest, item.timestamp ?? 0);
    if (item.kind === "tool-call") open.add(item.id);
    if (item.kind === "tool-result" || item.kind === "rejection") open.delete(item.id);
  }
  const age = Date.now() - newest;
  return open.size === 0 && newest > since && age >= WRITE_DELAY_MS && age <= MAX_MESSAGE_MS;
}

/** The items include the end of the event's turn: the last message, or the call that completes a task. */
export function hasTurnEnd(event: HookEvent, items: readonly TranscriptItem[]): boolean {
  const last = lastTurnItem(items);
  if (event.name === "TaskCompleted" && event.teammateName === null)
    return last?.kind === "tool-call" && last.tool === "TaskUpdate" && last.input.taskId === event.taskId;
  const opening = "lastAssistantMessage" in event ? openingOf(event.lastAssistantMessage) : "";
  return opening === "" || (last?.kind === "assistant-text" && last.text.includes(opening));
}

/** The last item of the conversation, without the client's own records. */
export function lastTurnItem(items: readonly TranscriptItem[]): TranscriptItem | undefined {
  return items.findLast(({ kind }) => TURN_KINDS.has(kind));
}

function openingOf(message: string): string {
  return message.trim().slice(0, MAX_OPENING_LENGTH).split("\n", 1)[0] ?? "";
}
