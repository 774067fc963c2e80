// Did Claude work on an item of its list? An open item that was only written down is a plan for later, not unfinished work.
import { type OpenTask, selectBudgetTasks } from "../../recording/tasks/open-tasks.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import type { StopContext } from "./stop-context.ts";

const LIST_TOOLS = new Set(["TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "TodoWrite", "TodoRead"]);
/** These do none of the work either. */
const TALK_TOOLS = new Set(["AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "ToolSearch"]);

/** The items since the person's last prompt. */
export async function readTurnItems({ shared, turn }: StopContext): Promise<TranscriptItem[]> {
  const from = turn?.transcript_from ?? null;
  const items = (await shared.recentItems()).filter(({ sidechain }) => !sidechain);
  // A replayed session has no positions.
  return items.filter(({ offset, timestamp }) =>
    from === null ? (timestamp ?? 0) >= (turn?.opened_at ?? 0) : offset >= from,
  );
}

/**
 * True when a call that does some work followed the first item that names it. `madeAt`: when it was made, if no item shows
 * that.
 */
export function wasWorkedOn(
  items: readonly TranscriptItem[],
  names: (item: TranscriptItem) => boolean,
  madeAt: number | null = null,
): boolean {
  const first = items.findIndex(names);
  if (first === -1 && madeAt === null) return false;
  return items.some(
    (item, at) => isWork(item) && (first === -1 ? (item.timestamp ?? 0) > (madeAt ?? 0) : at > first),
  );
}

export function isWork(item: TranscriptItem): boolean {
  return item.kind === "tool-call" && !isListCall(item) && !TALK_TOOLS.has(item.tool);
}

/** It only keeps Claude's list of tasks. */
export function isListCall({ tool }: { tool: string }): boolean {
  return LIST_TOOLS.has(tool);
}

/** Tasks that were made or changed since the person's last prompt, and before some of the work since. */
export async function selectWorkedTasks(stop: StopContext, open: readonly OpenTask[]): Promise<OpenTask[]> {
  const own = selectBudgetTasks(open, stop.turn);
  if (own.length === 0) return own;
  const items = await readTurnItems(stop);
  return own.filter((task) => wasWorkedOn(items, (item) => namesTask(task, item), task.changedAt));
}

/** The call that made a task or changed its status. */
function namesTask({ id, subject }: { id: string; subject: string }, item: TranscriptItem): boolean {
  if (item.kind !== "tool-call") return false;
  const { tool, input } = item;
  if (tool === "TaskCreate") return subject !== "" && input.subject === subject;
  if (tool === "TaskUpdate") return String(input.taskId) === id;
  return tool === "TodoWrite" && subject !== "" && JSON.stringify(input).includes(JSON.stringify(subject));
}
