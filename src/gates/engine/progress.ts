// Whether Claude got further: by tool calls, and by the work tree.
//
// Tool calls, as the bytes tell that a transcript gained since the last look: nothing is parsed. Capture of tool events is
// async in the client and may land after the Stop that follows; the transcript mostly has the calls by then.

import { readBytes, readToEnd } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import { firstLine } from "../../text/clip.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { StopContext } from "./stop-context.ts";

const CALL = '"type":"tool_use"';
/** An agent that was started before has come back. */
const NOTIFICATION = "<task-notification";
const NEWLINE = 0x0a;
const MAX_TURN = 1024 * 1024;
const MAX_READ = 32 * 1024 * 1024;
const MAX_WORDS = 60;
/** Of the end of a transcript, where the last message is looked for. */
const MAX_MESSAGE = 64 * 1024;
const MAX_LAG_MS = 250;
const POLL_MS = 15;

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

/** Whether a text stands in the transcript since the budget was opened. Nothing is parsed; waits for a client that is behind. */
export async function turnContains(
  { event, budget }: Pick<StopContext, "event" | "budget">,
  text: string,
): Promise<boolean> {
  const from = budget?.transcript_from ?? null;
  if (event.transcriptPath === null || from === null) return false;
  const words = "lastAssistantMessage" in event ? lastWords(event.lastAssistantMessage) : "";
  for (let waited = 0; ; waited += POLL_MS) {
    const read = await readToEnd(event.transcriptPath, from, MAX_READ);
    if (read === null) return false;
    const turn = new TextDecoder().decode(read);
    if (turn.includes(text)) return true;
    if (turn.includes(words) || waited >= MAX_LAG_MS) return false;
    await Bun.sleep(POLL_MS);
  }
}

/** As they stand in the file. */
function lastWords(message: string): string {
  const line = firstLine(message.trim().slice(0, MAX_WORDS));
  // Half of a character stands in no file.
  return JSON.stringify(line.isWellFormed() ? line : line.slice(0, -1)).slice(1, -1);
}

/** So far in the session, as a mark that moves with each one. */
export async function countToolCalls({ event, store, agent, writes }: StopContext): Promise<number> {
  const { sessionId } = event;
  if (sessionId === null) return 0;
  const { before, ...atFirst } = readCount(store, sessionId, agent);
  const { cursor, calls, isComplete, hasWaited } = await lookForCalls(event, before);
  // More may have come meanwhile.
  const { events } = hasWaited ? readCount(store, sessionId, agent) : atFirst;
  // Where the transcript lags behind, or there is none, captured events tell.
  const unseen = calls === 0 && !isComplete && before !== null ? Math.max(0, events - before.events) : 0;
  const count = (before?.count ?? 0) + calls + unseen;
  writes.push(() => saveCount(store, sessionId, agent, { cursor, count, events }));
  return count;
}

/** How far a transcript was read, the tool calls since the first look, and the tool events of the session by then. */
interface ToolCount {
  cursor: number;
  count: number;
  events: number;
}

interface Look {
  cursor: number;
  calls: number;
  /** The transcript has the message that ends the turn. */
  isComplete: boolean;
}

/** Waits a moment for a client that has not written everything down yet. */
async function lookForCalls(
  event: GatedEvent,
  before: ToolCount | null,
): Promise<Look & { hasWaited?: boolean }> {
  const path = event.transcriptPath;
  if (path === null) return { cursor: before?.cursor ?? 0, calls: 0, isComplete: false };
  const words = "lastAssistantMessage" in event ? lastWords(event.lastAssistantMessage) : "";
  const from = before?.cursor ?? null;
  let look = await lookOnce(path, from, words);
  if (words === "" || look.cursor === 0) return look;
  let waited = 0;
  for (; look.calls === 0 && !look.isComplete && waited < MAX_LAG_MS; waited += POLL_MS) {
    await Bun.sleep(POLL_MS);
    look = await lookOnce(path, from, words);
  }
  return { ...look, hasWaited: waited > 0 };
}

/**
 * Where counting starts does not matter, only that it moves: the first look takes the file as it is. The first turn
 * may stop before the client has written its first line, and then everything that comes is new.
 */
export async function lookOnce(path: string, from: number | null, words: string): Promise<Look> {
  const file = Bun.file(path);
  const size = Number.isFinite(file.size) ? file.size : 0; // A pipe or a device could keep us for ever.
  const isFirst = from === null || size < from;
  const start = Math.max(isFirst ? size - MAX_MESSAGE : from, size - MAX_READ, 0);
  const read = size > start ? await readBytes(path, start, size) : null;
  if (read === null) return { cursor: isFirst ? size : from, calls: 0, isComplete: false };
  // A line still being written is counted when it is whole.
  const end = read.lastIndexOf(NEWLINE) + 1;
  const text = new TextDecoder().decode(read.subarray(0, end));
  const isComplete = words !== "" && text.includes(words);
  return { cursor: isFirst ? size : start + end, calls: isFirst ? 0 : occurrences(text), isComplete };
}

function occurrences(text: string): number {
  let found = 0;
  for (let at = text.indexOf(CALL); at !== -1; at = text.indexOf(CALL, at + CALL.length)) found++;
  return found;
}

/** `before`: null at the first look. `events`: those of the session by now. */
function readCount(
  store: Store,
  sessionId: string,
  agent: string,
): { before: ToolCount | null; events: number } {
  const row = store
    .query(
      `SELECT cursor, count, events, (SELECT tool_calls FROM sessions WHERE session_id = $sessionId) AS now
       FROM (SELECT 1) LEFT JOIN tool_counts ON session_id = $sessionId AND agent = $agent`,
    )
    .get({ sessionId, agent }) as ToolCount & { now: number | null };
  const { now, ...before } = row;
  return { before: before.cursor === null ? null : before, events: now ?? 0 };
}

function saveCount(store: Store, sessionId: string, agent: string, seen: ToolCount): void {
  store
    .query(
      `INSERT INTO tool_counts (session_id, agent, cursor, count, events)
       VALUES ($sessionId, $agent, $cursor, $count, $events)
       ON CONFLICT (session_id, agent) DO UPDATE SET cursor = $cursor, count = $count, events = $events`,
    )
    .run({ sessionId, agent, ...seen });
}

// Reading the tree is slow. The first block after a prompt does not need it: its situation is new anyway, so it gets a mark
// made of the time. A later stop gets the same mark if nothing has changed since that time, otherwise the tree's fingerprint.

type Moment = Pick<StopContext, "budget" | "env" | "now">;

/** The mark of a tree that nobody looked at; null when it has to be looked at. */
export function unseenMark({ budget, now }: Moment): string | null {
  return budget === null || budget.situations === "{}" ? markAt(now) : null;
}

/** The mark of a tree by which it can be compared with the one that was not looked at. */
export async function comparableMark({ budget, env }: Moment, tree: TreeState): Promise<string> {
  const moment = budget?.first_block_at ?? null;
  if (moment === null) return tree.fingerprint;
  // One that cannot be seen now is not told apart either.
  if (tree.root === null) return markAt(moment);
  const { hasChangedSince } = await import("../../worktree/changed-since.ts");
  return (await hasChangedSince(tree, tree.root, moment, env)) ? tree.fingerprint : markAt(moment);
}

function markAt(moment: number): string {
  return `as of ${moment}`;
}
