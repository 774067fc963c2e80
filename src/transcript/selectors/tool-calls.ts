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

const FILE_INPUT = new Map([
  ["Write", "file_path"],
  ["Edit", "file_path"],
  ["MultiEdit", "file_path"],
  ["NotebookEdit", "notebook_path"],
]);

/** The call was denied, or did not find what it should change. */
const HARMLESS_FAILURES = new Set<ToolFailure | null>([
  "usage",
  "rejected",
  "permission",
  "hook",
  "too-large",
]);

/** Edits, and commands that do more than read, including failed and rejected ones. */
export function mutatingToolCalls(items: Iterable<TranscriptItem>): MutatingCall[] {
  return pairCalls(items).flatMap(({ call, result }) => {
    if (!mayMutate(call)) return [];
    const named = call.input[FILE_INPUT.get(call.tool) ?? ""];
    const files = [...(typeof named === "string" ? [named] : []), ...(result?.changedFiles ?? [])];
    return [{ call, result, files: [...new Set(files)] }];
  });
}

export function isEditingTool(tool: string): boolean {
  return FILE_INPUT.has(tool);
}

/** False when the call certainly changed nothing. */
export function hadEffect({ call, result }: FinishedCall): boolean {
  if (result === null || !result.isError) return true;
  // A command may have changed something before it failed.
  return call.tool === "Bash" && !HARMLESS_FAILURES.has(result.failure);
}

/** Edits, and commands that do more than read. */
export function mayMutate({ tool, input }: ToolCall): boolean {
  if (isEditingTool(tool)) return true;
  return tool === "Bash" && !isReadOnlyCommand(typeof input.command === "string" ? input.command : "");
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
