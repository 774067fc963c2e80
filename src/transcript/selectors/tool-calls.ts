import type { TranscriptItem } from "../item.ts";
import type { ToolCall, ToolFailure, ToolResult } from "../tool-item.ts";
import { isReadOnlyCommand } from "./shell-command.ts";

export interface FinishedCall {
  call: ToolCall;
  /** null while the call runs, or when its result is missing. */
  result: ToolResult | null;
}

export interface MutatingCall extends FinishedCall {
  /** Files that the call names, or that the client reports as changed. A command may have changed more. */
  files: string[];
}

const EDITING_TOOLS = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

const READ_ONLY_TOOLS = new Set([
  ...["Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "AskUserQuestion"],
  ...["TaskCreate", "TaskUpdate", "TaskGet", "TaskList", "EnterPlanMode", "ExitPlanMode"],
]);

const PATH_INPUTS = ["file_path", "notebook_path", "path"];

/** The call was denied, or did not find what it should change. */
const HARMLESS_FAILURES = new Set<ToolFailure | null>([
  "usage",
  "rejected",
  "permission",
  "hook",
  "too-large",
]);

/** Includes failed and rejected calls. */
export function mutatingToolCalls(items: Iterable<TranscriptItem>): MutatingCall[] {
  return pairCalls(items).flatMap(({ call, result }) => {
    if (!mayMutate(call)) return [];
    return [{ call, result, files: namedFiles(call, result) }];
  });
}

/** Files that a call names, or that the client reports as changed by it. */
export function namedFiles({ input }: ToolCall, result: ToolResult | null): string[] {
  const named = PATH_INPUTS.flatMap((key) => (typeof input[key] === "string" ? [input[key]] : []));
  return [...new Set([...named, ...(result?.changedFiles ?? [])])];
}

export function isEditingTool(tool: string): boolean {
  return EDITING_TOOLS.has(tool);
}

export function isReadOnlyTool(tool: string): boolean {
  return READ_ONLY_TOOLS.has(tool);
}

/** False when the call certainly changed nothing. */
export function hadEffect({ call, result }: FinishedCall): boolean {
  if (result === null || !result.isError) return true;
  // A command may have changed something before it failed.
  return call.tool === "Bash" && !HARMLESS_FAILURES.has(result.failure);
}

/** Edits, commands that do more than read, and calls of any other tool that names a file, such as one of an MCP server. */
export function mayMutate(call: ToolCall): boolean {
  const { tool, input } = call;
  if (isEditingTool(tool)) return true;
  if (tool === "Bash") return !isReadOnlyCommand(typeof input.command === "string" ? input.command : "");
  return !isReadOnlyTool(tool) && namedFiles(call, null).length > 0;
}

/** In the order of the calls. A call from before the items is taken from its result. */
function pairCalls(items: Iterable<TranscriptItem>): FinishedCall[] {
  const calls = new Map<string, FinishedCall>();
  for (const item of items) {
    if (item.kind === "tool-call") calls.set(item.id, { call: item, result: null });
    if (item.kind !== "tool-result") continue;
    const call = calls.get(item.id)?.call ?? item.call;
    if (call) calls.set(item.id, { call, result: item });
  }
  return [...calls.values()];
}
