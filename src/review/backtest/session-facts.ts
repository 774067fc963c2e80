// The facts for gates that a session's transcript has shown so far.
import type { Changes } from "../../gates/engine/changes.ts";
import { isAbsolutePath } from "../../platform/system.ts";
import type { BackgroundTask } from "../../protocol/hook-event.ts";
import { type RecentActivity, SessionActivity } from "../../recording/runs/session-activity.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import {
  hadEffect,
  type MutatingCall,
  mayMutate,
  mutatingToolCalls,
} from "../../transcript/selectors/tool-calls.ts";
import { opensBudget } from "../../transcript/selectors/turns.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import type { ChangedFile } from "../../worktree/changed-files.ts";
import { noTree } from "../../worktree/tree-state.ts";
import { SessionLines } from "./added-lines.ts";

/** A stop reads no further back. */
const MAX_RECENT_BYTES = 2 * 1024 * 1024;
const MAX_BACKGROUND_TASKS = 100;
/** Transcripts do not show what git ignores; these files nearly always are. */
const USUALLY_IGNORED = /(?:^|\/)\.env(?!\S*(?:example|sample|template|dist))[^/]*$|(?:^|\/)node_modules\//;
const ENDING_TOOLS = new Set(["KillShell", "KillBash", "TaskStop"]);

export class SessionFacts {
  /** Prompts of a person that opened a budget. */
  prompts = 0;
  toolCalls = 0;
  isPlanMode = false;
  /** The folder of the first record. */
  project: string | null = null;
  readonly #lines = new SessionLines();
  readonly #background = new BackgroundTasks();
  /** The tasks running at the last message: the end of a task is reported only before the next turn. */
  #running: BackgroundTask[] = [];
  #recent: TranscriptItem[] = [];
  /** The position in the transcript where the budget was opened. */
  #budgetOffset = 0;
  #mayHaveChanged = false;
  #hasDropped = false;

  follow(item: TranscriptItem): void {
    if (item.sidechain) return;
    if (isAbsolutePath(item.cwd)) this.project ??= item.cwd;
    if (opensBudget(item)) {
      this.prompts++;
      this.#budgetOffset = item.offset;
      this.#mayHaveChanged = false;
    }
    if (item.kind === "prompt" && item.permissionMode !== null)
      this.isPlanMode = item.permissionMode === "plan";
    if (item.kind === "plan-approval") this.isPlanMode = false;
    if (item.kind === "tool-call") this.toolCalls++;
    if (item.kind === "tool-result") {
      this.#mayHaveChanged ||=
        item.call !== null && mayMutate(item.call) && hadEffect({ call: item.call, result: item });
      if (this.project !== null) this.#lines.follow(this.project, item);
    }
    this.#background.follow(item);
    if (item.kind === "assistant-text") this.#running = this.#background.running();
    this.#remember(item);
  }

  backgroundTasks(): BackgroundTask[] {
    return this.#running;
  }

  recentItems(): TranscriptItem[] {
    const last = this.#recent.at(-1)?.offset ?? 0;
    return this.#recent.filter(({ offset }) => offset >= last - MAX_RECENT_BYTES);
  }

  recentActivity(): RecentActivity {
    const activity = new SessionActivity();
    for (const item of this.#recent) activity.follow(item);
    return { entries: activity.entries, isWhole: !this.#hasDropped, isComplete: true };
  }

  mutatingCalls(): MutatingCall[] {
    return mutatingToolCalls(this.recentItems()).filter(hadEffect);
  }

  /** Changes by the main agent's edits; null when nothing in this budget can have changed a file. */
  changes(at: number): Changes | null {
    if (this.project === null || !this.#mayHaveChanged) return null;
    const tree = noTree(at, null);
    const files = this.#lines.files().filter(({ path }) => !USUALLY_IGNORED.test(path));
    const callsOfBudget = () => this.mutatingCalls().filter(({ call }) => call.offset >= this.#budgetOffset);
    return {
      root: this.project,
      start: tree,
      tree,
      wholeTree: async () => tree,
      files: files.map(({ path }) => describeFile(path)),
      filesOfOthers: async () => [],
      // Computed on demand: rarely needed and slow.
      get calls() {
        return callsOfBudget();
      },
      addedLines: async () => ({
        lines: files.flatMap(({ lines }) => lines),
        removed: this.#lines.removed(),
        skipped: [],
        problem: null,
      }),
    };
  }

  /** Drops old items only now and then, because dropping copies the list. */
  #remember(item: TranscriptItem): void {
    this.#recent.push(item);
    const first = this.#recent[0]?.offset ?? 0;
    if (item.offset - first <= 2 * MAX_RECENT_BYTES) return;
    this.#recent = this.recentItems();
    this.#hasDropped = true;
  }
}

function describeFile(path: string): ChangedFile {
  return { path, isDeleted: false, isDirty: true, isFromElsewhere: false, old: [] };
}

/** Background tasks as the client would list them at a stop: started, and not reported as ended. */
class BackgroundTasks {
  readonly #running = new Map<string, BackgroundTask & { callId: string }>();

  running(): BackgroundTask[] {
    return [...this.#running.values()];
  }

  follow(item: TranscriptItem): void {
    if (item.kind === "task-notification") {
      this.#running.delete(item.taskId);
      for (const [id, { callId }] of this.#running) if (callId === item.callId) this.#running.delete(id);
    }
    if (item.kind === "teammate-message") this.#running.delete(`teammate ${item.from}`);
    if (item.kind === "tool-result" && !item.isError) this.#followResult(item);
  }

  #followResult({ id, call, backgroundTaskId, agent }: ToolResult): void {
    const input = call?.input ?? {};
    if (ENDING_TOOLS.has(call?.tool ?? ""))
      this.#running.delete(String(input.shell_id ?? input.task_id ?? input.bash_id ?? ""));
    if (backgroundTaskId !== null)
      this.#start(backgroundTaskId, id, "shell", typeof input.command === "string" ? input.command : "");
    else if (agent?.status === "async_launched") this.#start(agent.agentId ?? id, id, "subagent", "");
    // A teammate works from its start, or a message to it, until it answers.
    const teammate =
      agent?.status === "teammate_spawned" ? input.name : call?.tool === "SendMessage" && input.to;
    if (typeof teammate === "string" && teammate !== "")
      this.#start(`teammate ${teammate}`, id, "teammate", "");
  }

  #start(id: string, callId: string, type: string, command: string): void {
    this.#running.set(id, { id, callId, type, status: "running", description: "", command });
    const [oldest] = this.#running.keys();
    if (this.#running.size > MAX_BACKGROUND_TASKS && oldest !== undefined) this.#running.delete(oldest);
  }
}
