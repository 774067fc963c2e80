// What a session's transcript has told so far of the things that gates look at. The same under every policy.

import { listOpenBoxes } from "../../gates/documents/markdown.ts";
import type { BackgroundTask } from "../../protocol/hook-event.ts";
import type { OpenTask } from "../../recording/tasks/open-tasks.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { linesNotIn, modelInputText } from "../../transcript/selectors/model-input.ts";
import { createTaskList } from "../../transcript/selectors/open-tasks.ts";
import { hadEffect, mayMutate } from "../../transcript/selectors/tool-calls.ts";
import { createWrittenLines, type WrittenFile } from "./added-lines.ts";
import { type DeclaredLoop, followLoop } from "./declared-loop.ts";
import { opensBudget, type Stop } from "./turns.ts";

export interface StopFacts {
  stop: Stop;
  /** Opened by prompts of the person, counted from 1; 0 before the first. */
  budget: number;
  /** When it was opened. */
  budgetAt: number;
  planMode: boolean;
  tasks: OpenTask[];
  checklist: string[];
  /** null when nothing in this budget can have changed a file. */
  written: WrittenFile[] | null;
  loop: DeclaredLoop | null;
  background: BackgroundTask[];
  toolCalls: number;
}

export interface SessionState {
  follow(item: TranscriptItem): void;
  factsAt(stop: Stop): StopFacts;
  unnoted(): number;
}

/** So far back a stop looks for boxes that are not Claude's own. */
const LOOK_BACK = 2 * 1024 * 1024;
const MAX_TASKS = 200;

export function createSessionState(root: string | null): SessionState {
  const tasks = createTaskList();
  const background = createBackground();
  const written = createWrittenLines(root);
  const given: { offset: number; words: string }[] = [];
  let loop: DeclaredLoop | null = null;
  let budget = 0;
  let budgetAt = 0;
  let toolCalls = 0;
  let mutated = false;
  let planMode = false;
  /** At the last message: that it ended comes up only before the next turn. */
  let running: BackgroundTask[] = [];

  function note(item: TranscriptItem): void {
    const words = modelInputText(item);
    if (!words) return;
    given.push({ offset: item.offset, words });
    while ((given[0]?.offset ?? item.offset) < item.offset - LOOK_BACK) given.shift();
  }

  return {
    follow(item) {
      if (item.sidechain) return;
      if (opensBudget(item)) {
        budget++;
        budgetAt = item.timestamp ?? budgetAt;
        mutated = false;
      }
      if (item.kind === "prompt" && item.permissionMode !== null) planMode = item.permissionMode === "plan";
      if (item.kind === "plan-approval") planMode = false;
      if (item.kind === "tool-call") toolCalls++;
      if (item.kind === "tool-result") {
        const { call } = item;
        if (call && mayMutate(call) && hadEffect({ call, result: item })) mutated = true;
        written.follow(item);
      }
      tasks.follow(item);
      background.follow(item);
      if (item.kind === "assistant-text") running = background.running();
      loop = followLoop(loop, item);
      note(item);
    },
    factsAt: (stop) => ({
      stop,
      budget,
      budgetAt,
      planMode,
      tasks: tasks.open().slice(0, MAX_TASKS),
      checklist: ownBoxes(stop.message),
      written: mutated ? written.files() : null,
      loop,
      background: running,
      toolCalls,
    }),
    unnoted: written.unnoted,
  };

  function ownBoxes(message: string): string[] {
    const boxes = listOpenBoxes(message);
    return boxes.length === 0
      ? []
      : linesNotIn(
          boxes,
          given.map(({ words }) => words),
        );
  }
}

export interface Background {
  follow(item: TranscriptItem): void;
  running(): BackgroundTask[];
}

const MOST = 100;
const ENDING_TOOLS = new Set(["KillShell", "KillBash", "TaskStop"]);

export function createBackground(): Background {
  const running = new Map<string, BackgroundTask & { callId: string }>();

  function start(id: string, callId: string, type: string, command: string): void {
    running.set(id, { id, callId, type, status: "running", description: "", command });
    const [oldest] = running.keys();
    if (running.size > MOST && oldest !== undefined) running.delete(oldest);
  }

  function endCall(callId: string | null): void {
    for (const [id, task] of running) if (task.callId === callId) running.delete(id);
  }

  return {
    follow(item) {
      if (item.kind === "task-notification") {
        running.delete(item.taskId);
        endCall(item.callId);
      }
      if (item.kind !== "tool-result" || item.isError) return;
      const input = item.call?.input ?? {};
      if (ENDING_TOOLS.has(item.call?.tool ?? ""))
        running.delete(String(input.shell_id ?? input.task_id ?? input.bash_id ?? ""));
      if (item.backgroundTaskId !== null)
        start(
          item.backgroundTaskId,
          item.id,
          "shell",
          typeof input.command === "string" ? input.command : "",
        );
      else if (item.agent?.status === "async_launched")
        start(item.agent.agentId ?? item.id, item.id, "subagent", "");
    },
    running: () => [...running.values()],
  };
}
