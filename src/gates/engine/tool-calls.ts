// Tool calls, as the bytes tell that a transcript gained since the last look: nothing is parsed. Capture of tool events is
// async in the client and may land after the Stop that follows; the transcript has the calls by then.

import { readBytes, readToEnd } from "../../platform/files.ts";
import type { Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import type { StopContext } from "./stop-context.ts";

const CALL = '"type":"tool_use"';
/** An agent that was started before has come back. */
const NOTIFICATION = "<task-notification";
const NEWLINE = 0x0a;
const MAX_TURN = 1024 * 1024;
const MAX_READ = 32 * 1024 * 1024;
const MAX_WORDS = 60;

/** True when the transcript is complete up to the last message and holds no tool call since the budget was opened. */
export async function isQuietTurn({
  event,
  budget,
}: Pick<StopContext, "event" | "budget">): Promise<boolean> {
  if (event.name !== "Stop" || event.transcriptPath === null || event.lastAssistantMessage === "")
    return false;
  // An agent in the background may have changed something without a call in this turn.
  if (event.backgroundTasks.some(({ type }) => type !== "shell")) return false;
  const from = budget?.transcript_from ?? null;
  if (from === null) return false;
  const read = await readToEnd(event.transcriptPath, from, MAX_TURN);
  if (read === null || read.length === 0) return false;
  const text = new TextDecoder().decode(read);
  if (text.includes(CALL) || text.includes(NOTIFICATION)) return false;
  return text.includes(lastWords(event.lastAssistantMessage));
}

/** As they stand in the file. */
function lastWords(message: string): string {
  const line = message.trim().slice(0, MAX_WORDS).split("\n", 1)[0] ?? "";
  return JSON.stringify(line).slice(1, -1);
}

/** So far in the session, as a mark that moves with each one. */
export async function countToolCalls({ event, store, agent, writes }: StopContext): Promise<number> {
  const sessionId = event.sessionId ?? "";
  if (event.transcriptPath) {
    const count = await countIn(event.transcriptPath, readCount(store, sessionId, agent));
    if (event.sessionId) writes.push(() => saveCount(store, sessionId, agent, count));
    if (count.cursor > 0) return count.count;
  }
  // Without a transcript (the client can be told to keep none) captured events have to do.
  return findSession(store, sessionId)?.tool_calls ?? 0;
}

/** How far a transcript was read, and how many tool calls were counted since the first look. */
export interface ToolCount {
  cursor: number;
  count: number;
}

/**
 * Where counting starts does not matter, only that it moves: the first look takes the file as it is. The first turn
 * may stop before the client has written its first line, and then everything that comes is new.
 */
export async function countIn(path: string, before: ToolCount | null): Promise<ToolCount> {
  const file = Bun.file(path);
  const size = Number.isFinite(file.size) ? file.size : 0; // A pipe or a device could keep us for ever.
  if (before === null || size < before.cursor) return { cursor: size, count: before?.count ?? 0 };
  if (size === before.cursor) return before;
  const start = Math.max(before.cursor, size - MAX_READ);
  const read = await readBytes(path, start, size);
  if (read === null) return before;
  // A line still being written is counted when it is whole.
  const end = read.lastIndexOf(NEWLINE) + 1;
  return { cursor: start + end, count: before.count + occurrences(read.subarray(0, end)) };
}

function occurrences(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes);
  let found = 0;
  for (let at = text.indexOf(CALL); at !== -1; at = text.indexOf(CALL, at + CALL.length)) found++;
  return found;
}

function readCount(store: Store, sessionId: string, agent: string): ToolCount | null {
  return store
    .query("SELECT cursor, count FROM tool_counts WHERE session_id = $sessionId AND agent = $agent")
    .get({ sessionId, agent }) as ToolCount | null;
}

function saveCount(store: Store, sessionId: string, agent: string, { cursor, count }: ToolCount): void {
  store
    .query(
      `INSERT INTO tool_counts (session_id, agent, cursor, count) VALUES ($sessionId, $agent, $cursor, $count)
       ON CONFLICT (session_id, agent) DO UPDATE SET cursor = $cursor, count = $count`,
    )
    .run({ sessionId, agent, cursor, count });
}
