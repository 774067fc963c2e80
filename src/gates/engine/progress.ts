// Finds the turn that a stop ends, and measures whether Claude got further: by tool calls, and by the work tree.
//
// Tool calls are counted in the bytes added to the transcript since the last count, without parsing them. Captured tool events
// may arrive after the Stop that follows them; the transcript usually has the calls by then.

import { readBytes, readToEnd } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import { findTranscript } from "../../store/sessions.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import { type BudgetRow, currentBudget, earlierBudgets, hasEarlierBudget } from "./budget-rows.ts";
import type { StopContext } from "./stop-context.ts";

const TOOL_CALL = '"type":"tool_use"';
/** An agent that was started earlier has finished. */
const NOTIFICATION = "<task-notification";
/** Claude's own lines. The client also records its requests, which repeat earlier messages. */
const ASSISTANT_LINE = '"type":"assistant"';
/** A prompt, a tool's result, or the reason of a held stop. */
const USER_LINE = '"type":"user"';
const TIMESTAMP = '"timestamp":"';
const NEWLINE = 0x0a;
/** As in transcript/read-tail.ts, which a quiet stop does not load. */
const WRITE_DELAY_MS = 300;
const MAX_TURN_BYTES = 1024 * 1024;
export const MAX_READ_BYTES = 32 * 1024 * 1024;
const MAX_OPENING_LENGTH = 60;
/** The last message is searched in this many bytes at the end of the transcript. */
const MAX_MESSAGE_BYTES = 64 * 1024;
const MAX_LAG_MS = 250;
const POLL_MS = 15;

const ID_FIELD = '"promptId":"';
/** Records of a turn that have the id of its prompt, but are not the prompt. */
const NOT_PROMPTS = ['"type":"tool_result"', '"isMeta":true'];

/**
 * The budget of the person's last prompt that the transcript shows: the work to judge is what came since. A prompt that is not
 * there did not come from the client, and must not make earlier work look judged. The last budget counts without a readable
 * transcript, or when none is shown.
 */
export async function findTurn(stop: StopContext): Promise<BudgetRow | null> {
  const { event, store, sessionId, budget } = stop;
  if (event.name === "SubagentStop") return budget;
  const last = event.name === "Stop" ? budget : currentBudget(store, sessionId, "main");
  // Before the transcript is read: the first turn has nothing to be mistaken for.
  if (last === null || !hasEarlierBudget(store, last)) return last;
  const path = findTranscript(store, event);
  if (path === null || (await isShown(path, last)) !== false) return last;
  return (await import("./earlier-turn.ts")).findEarlierTurn(path, last, earlierBudgets(store, last));
}

/** null when the file cannot be read, or too much was added. */
export async function isShown(
  path: string,
  { transcript_from, prompt_id }: BudgetRow,
): Promise<boolean | null> {
  const from = transcript_from ?? 0;
  const bytes = await readToEnd(path, from, MAX_READ_BYTES);
  if (bytes === null) return null;
  const prompts = new ShownPrompts();
  prompts.add(new TextDecoder().decode(bytes));
  if (prompts.has(prompt_id) || prompt_id === null) return prompts.has(prompt_id);
  // A client may write the prompt before it calls the hook. An id opens one budget only, so an older record does no harm.
  const before = await readBytes(path, Math.max(0, from - MAX_MESSAGE_BYTES), from);
  prompts.add(new TextDecoder().decode(before ?? new Uint8Array()));
  return prompts.has(prompt_id);
}

/** The prompts that a transcript shows. */
export class ShownPrompts {
  readonly #ids = new Set<string>();
  #hasIds = false;
  #hasPrompt = false;

  /** Whole lines of a transcript. */
  add(text: string): void {
    this.#hasIds ||= text.includes(ID_FIELD);
    for (let at = text.indexOf(USER_LINE); at !== -1; ) {
      const end = text.indexOf("\n", at);
      const line = text.slice(text.lastIndexOf("\n", at) + 1, end === -1 ? text.length : end);
      if (!NOT_PROMPTS.some((mark) => line.includes(mark))) this.#addPrompt(line);
      at = end === -1 ? -1 : text.indexOf(USER_LINE, end);
    }
  }

  /** Older clients give prompts no ids: any of them counts then. */
  has(id: string | null): boolean {
    return (id !== null && this.#ids.has(id)) || (this.#hasPrompt && !this.#hasIds);
  }

  #addPrompt(line: string): void {
    this.#hasPrompt = true;
    const from = line.indexOf(ID_FIELD) + ID_FIELD.length;
    if (from >= ID_FIELD.length) this.#ids.add(line.slice(from, line.indexOf('"', from)));
  }
}

/** True when the transcript has no tool call since the budget was opened, and lacks at most the last message. */
export async function isQuietTurn({
  event,
  turn,
  now,
}: Pick<StopContext, "event" | "turn" | "now">): Promise<boolean> {
  if (event.name !== "Stop" || event.transcriptPath === null || event.lastAssistantMessage === "")
    return false;
  // A background agent may have changed something without a call in this turn.
  if (event.backgroundTasks.some(({ type }) => type !== "shell")) return false;
  const from = turn?.transcript_from ?? null;
  if (from === null) return false;
  const read = await readToEnd(event.transcriptPath, from, MAX_TURN_BYTES);
  if (read === null || read.length === 0) return false;
  const text = new TextDecoder().decode(read);
  if (text.includes(TOOL_CALL) || text.includes(NOTIFICATION)) return false;
  return endsWithMessage(text, openingOf(event.lastAssistantMessage)) || isSettled(text, now);
}

/** The turn's prompt is there, and its newest line is so old that a later call would have been written, too. */
function isSettled(turn: string, now: number): boolean {
  const from = turn.lastIndexOf(TIMESTAMP) + TIMESTAMP.length;
  const newest = Date.parse(turn.slice(from, turn.indexOf('"', from)));
  return turn.includes(USER_LINE) && now - newest >= WRITE_DELAY_MS;
}

/** Searches the transcript since the budget was opened, without parsing it. Waits for a client that is slow to write. */
export async function turnContains(
  { event, turn }: Pick<StopContext, "event" | "turn">,
  text: string,
): Promise<boolean> {
  const from = turn?.transcript_from ?? null;
  if (event.transcriptPath === null || from === null) return false;
  const opening = "lastAssistantMessage" in event ? openingOf(event.lastAssistantMessage) : "";
  for (let waited = 0; ; waited += POLL_MS) {
    const read = await readToEnd(event.transcriptPath, from, MAX_READ_BYTES);
    if (read === null) return false;
    const added = new TextDecoder().decode(read);
    if (added.includes(text)) return true;
    if (opening === "" || endsWithMessage(added, opening) || isSettled(added, Date.now())) return false;
    if (waited >= MAX_LAG_MS) return false;
    await Bun.sleep(POLL_MS);
  }
}

/** False while the message that ends the turn is not written yet, even if an earlier stop ended with the same words. */
function endsWithMessage(transcript: string, opening: string): boolean {
  const answers = transcript.slice(transcript.lastIndexOf(USER_LINE) + 1);
  return answers.split("\n").some((line) => line.includes(ASSISTANT_LINE) && line.includes(opening));
}

/** The first words of a message, escaped as in the transcript. */
function openingOf(message: string): string {
  const line = message.trim().slice(0, MAX_OPENING_LENGTH).split("\n", 1)[0] ?? "";
  // The cut may have split a surrogate pair, and half of it is in no file.
  return JSON.stringify(line.isWellFormed() ? line : line.slice(0, -1)).slice(1, -1);
}

/** Counts from the first stop that asked, not from the start of the session: only the difference matters. */
export async function countToolCalls(stop: StopContext): Promise<number> {
  const { event, sessionId, store, agent, writes } = stop;
  const { before } = readCount(store, sessionId, agent);
  const { cursor, calls, isComplete } = await awaitNewCalls(event, before);
  // Captured events stand in for a transcript that lags or does not exist. Read now, as more may have come meanwhile.
  const { events } = readCount(store, sessionId, agent);
  const captured = calls === 0 && !isComplete && before !== null ? Math.max(0, events - before.events) : 0;
  const count = (before?.count ?? 0) + calls + captured;
  writes.push(() => saveCount(store, sessionId, agent, { cursor, count, events }));
  return count;
}

/** How far the transcript was read, the calls counted so far, and the captured tool events of the session by then. */
interface ToolCount {
  cursor: number;
  count: number;
  events: number;
}

interface NewCalls {
  cursor: number;
  calls: number;
  /** The transcript has the message that ends the turn. */
  isComplete: boolean;
  /** Nothing that was written before the message can be missing. */
  isSettled: boolean;
}

/** Waits a moment if the client has not written the end of the turn yet. */
async function awaitNewCalls(event: GatedEvent, before: ToolCount | null): Promise<NewCalls> {
  const path = event.transcriptPath;
  if (path === null) return { cursor: before?.cursor ?? 0, calls: 0, isComplete: false, isSettled: false };
  const opening = "lastAssistantMessage" in event ? openingOf(event.lastAssistantMessage) : "";
  const from = before?.cursor ?? null;
  let found = await countNewCalls(path, from, opening);
  if (opening === "" || found.cursor === 0) return found;
  for (let waited = 0; found.calls === 0 && !found.isSettled && waited < MAX_LAG_MS; waited += POLL_MS) {
    await Bun.sleep(POLL_MS);
    found = await countNewCalls(path, from, opening);
  }
  return found;
}

/**
 * Counts from `from` on; null the first time, when counting starts at the file's present end. The first turn may stop before
 * the client has written its first line: everything that follows is then new.
 */
export async function countNewCalls(path: string, from: number | null, opening: string): Promise<NewCalls> {
  const file = Bun.file(path);
  const size = Number.isFinite(file.size) ? file.size : 0; // Reading a pipe or a device could block for ever.
  const isFirst = from === null || size < from;
  const start = Math.max(isFirst ? size - MAX_MESSAGE_BYTES : from, size - MAX_READ_BYTES, 0);
  const read = size > start ? await readBytes(path, start, size) : null;
  if (read === null) return { cursor: isFirst ? size : from, calls: 0, isComplete: false, isSettled: false };
  // A line that is still being written is counted once it is complete.
  const end = read.lastIndexOf(NEWLINE) + 1;
  const text = new TextDecoder().decode(read.subarray(0, end));
  const isComplete = opening !== "" && endsWithMessage(text, opening);
  return {
    cursor: isFirst ? size : start + end,
    calls: isFirst ? 0 : countCalls(text),
    isComplete,
    isSettled: isComplete || isSettled(text, Date.now()),
  };
}

function countCalls(text: string): number {
  return text.split(TOOL_CALL).length - 1;
}

/** `before`: null the first time. `events`: captured tool events of the session by now. */
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

function saveCount(store: Store, sessionId: string, agent: string, count: ToolCount): void {
  store
    .query(
      `INSERT INTO tool_counts (session_id, agent, cursor, count, events)
       VALUES ($sessionId, $agent, $cursor, $count, $events)
       ON CONFLICT (session_id, agent) DO UPDATE SET cursor = $cursor, count = $count, events = $events`,
    )
    .run({ sessionId, agent, ...count });
}

// The progress of the work tree. Reading the tree is slow, and the first block after a prompt does not need it, because its
// situation is new anyway: its progress is the time. A later stop has the same progress if no file has changed since that
// time, otherwise the tree's fingerprint.

type ProgressContext = Pick<StopContext, "budget" | "env" | "now">;

/** The progress mark at the first block; null at a later one, for which the tree has to be read. */
export function unreadTreeProgress({ budget, now }: ProgressContext): string | null {
  return budget === null || budget.situations === "{}" ? progressAt(now) : null;
}

/** The progress mark of a tree, comparable with that of the first block. */
export async function treeProgress({ budget, env }: ProgressContext, tree: TreeState): Promise<string> {
  const firstBlockAt = budget?.first_block_at ?? null;
  if (firstBlockAt === null) return tree.fingerprint;
  // A tree that cannot be read counts as unchanged.
  if (tree.root === null) return progressAt(firstBlockAt);
  const { hasChangedSince } = await import("../../worktree/changed-since.ts");
  return (await hasChangedSince(tree, tree.root, firstBlockAt, env))
    ? tree.fingerprint
    : progressAt(firstBlockAt);
}

function progressAt(time: number): string {
  return `as of ${time}`;
}
