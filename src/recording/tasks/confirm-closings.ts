// Task events can be forged, so a task that an event closed counts as closed when the session's transcripts show it, and is opened
// again when they do not. Without a readable transcript the event counts.
import { fileStatus } from "../../platform/file-status.ts";
import type { OpenContext } from "../../store/hook-context.ts";
import { inTransaction } from "../../store/open.ts";
import { findTranscript } from "../../store/sessions.ts";
import { isOpenStatus, settleClosing, type TaskRow, todoId } from "../../store/tasks.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isTurnComplete, readTail, readWholeTurn } from "../../transcript/read-tail.ts";
import { listSubagentFiles } from "../../transcript/subagent-files.ts";

/** Usually has the closing. */
const TAIL_BYTES = 128 * 1024;
const MAX_BYTES = 32 * 1024 * 1024;

export async function confirmClosings(
  { store, event }: Pick<OpenContext, "store" | "event">,
  rows: readonly TaskRow[],
): Promise<void> {
  const claimed = rows.filter(({ unconfirmed }) => unconfirmed === 1);
  const path = findTranscript(store, event);
  if (path === null) return;
  const tail = await readWholeTurn(event, path, { maxBytes: TAIL_BYTES });
  // What is not written yet is for the next stop to see.
  if (tail.foreign || tail.problem !== null || !isTurnComplete(event, tail.items)) return;
  const shown = claimed.filter((row) => isClosedIn(tail.items, row));
  const missing = claimed.filter((row) => !shown.includes(row));
  const found = missing.length === 0 ? [] : await searchAll(path, missing);
  inTransaction(store, () => {
    for (const row of shown) settleClosing(store, row, true);
    for (const { row, isShown } of found) settleClosing(store, row, isShown);
  });
}

/** In all that the transcript and those of subagents got since. */
async function searchAll(
  path: string,
  rows: readonly TaskRow[],
): Promise<{ row: TaskRow; isShown: boolean }[]> {
  const main = await readTail(path, { maxBytes: MAX_BYTES });
  const since = Math.min(...rows.map(({ changed_at }) => changed_at));
  const agents = await listSubagentFiles(path);
  const recent = agents.filter((agent) => (fileStatus(agent.path)?.ctimeMs ?? 0) >= since);
  const files = [main];
  for (const agent of recent) files.push(await readTail(agent.path, { maxBytes: MAX_BYTES }));
  const reachesBack = main.from === 0 || (main.items[0]?.timestamp ?? Number.POSITIVE_INFINITY) <= since;
  return rows.map((row) => ({
    row,
    isShown: !reachesBack || files.some(({ items }) => isClosedIn(items, row)),
  }));
}

/** The last that is said about it. */
function isClosedIn(items: readonly TranscriptItem[], { task_id: id }: TaskRow): boolean {
  const isTodo = id.startsWith("todo:");
  let isClosed = false;
  for (const item of items) {
    if (item.kind !== "task-states" || (item.list === "todos") !== isTodo) continue;
    const task = item.tasks.find((one) => (isTodo ? todoId(one.id) : one.id) === id);
    if (task && task.status !== "") isClosed = !isOpenStatus(task.status);
    if (!task && item.whole) isClosed = true;
  }
  return isClosed;
}
