// Which files a stretch of a transcript can have changed, when it holds nothing but edits that name them.
import type { TranscriptItem } from "../transcript/item.ts";
import { mayMutate, mutatingToolCalls } from "../transcript/selectors/tool-calls.ts";
import type { ToolCall } from "../transcript/tool-item.ts";

/** Talk, and what came of calls. A command of the person, an agent or a notification is not among them. */
const PLAIN = new Set<TranscriptItem["kind"]>([
  ...(["prompt", "queued-prompt", "queue-change", "assistant-text", "usage", "title"] as const),
  ...(["tool-call", "tool-result", "rejection", "answers", "plan-approval", "task-states"] as const),
  ...(["hook-feedback", "slow-hook", "injected", "interrupt", "api-error"] as const),
  ...(["compaction", "compaction-summary", "away-summary", "pr-link"] as const),
]);
const EDITS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
/** They leave every file as it is. */
const LOOKING = new Set([
  ...["Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "AskUserQuestion"],
  ...["TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "EnterPlanMode", "ExitPlanMode"],
]);

/** As the calls name them. null when something else may have changed files too. */
export function editedFiles(items: readonly TranscriptItem[]): string[] | null {
  for (const item of items) {
    if (!PLAIN.has(item.kind) || item.sidechain || item.agentId !== null) return null;
    if (item.kind === "tool-call" && !isKnown(item)) return null;
    if (item.kind !== "tool-result") continue;
    if (item.call === null || !isKnown(item.call) || item.backgroundTaskId !== null) return null;
    if (!EDITS.has(item.call.tool) && item.changedFiles.length > 0) return null;
  }
  const files: string[] = [];
  for (const call of mutatingToolCalls(items)) {
    if (call.files.length === 0) return null;
    files.push(...call.files);
  }
  return files;
}

function isKnown(call: ToolCall): boolean {
  if (call.tool === "Bash") return Boolean(call.input.command) && !mayMutate(call);
  return EDITS.has(call.tool) || LOOKING.has(call.tool);
}
