// Finished tool calls of other hosts in the form that Claude Code gives them.
import { isRecord } from "../text/unknown-values.ts";
import type { Payload } from "./host-protocol.ts";

/** Our names of a host's tools, and of the fields of their input. */
export interface ToolNames {
  tools: Record<string, string>;
  fields: Record<string, string>;
}

/** `names`: a field is renamed only if our name is not taken. */
export function renameTool({ tool_name, tool_input }: Payload, { tools, fields }: ToolNames): Payload {
  const input = { ...(isRecord(tool_input) ? tool_input : {}) };
  for (const [theirs, ours] of Object.entries(fields))
    if (theirs in input && !(ours in input)) {
      input[ours] = input[theirs];
      delete input[theirs];
    }
  return { tool_name: tools[String(tool_name)] ?? tool_name, tool_input: input };
}

/** `exitCode`: null when unknown, which counts as success. */
export function commandResult(output: string, exitCode: number | null): Payload {
  if (exitCode === null || exitCode === 0)
    return {
      hook_event_name: "PostToolUse",
      tool_response: { stdout: output, stderr: "", interrupted: false, isImage: false },
    };
  return {
    hook_event_name: "PostToolUseFailure",
    tool_response: null,
    error: `Exit code ${exitCode}\n${output}`,
  };
}

export function editResult(files: readonly string[]): Payload {
  const [filePath = "", ...changedFiles] = files;
  const others = changedFiles.length > 0 ? { bashEditDiff: { changedFiles } } : {};
  return { hook_event_name: "PostToolUse", tool_response: { filePath, ...others } };
}

/** An edit's file, of a call that was renamed. */
export function editedFile({ tool_name, tool_input }: Payload): string | null {
  const isEdit = tool_name === "Write" || tool_name === "Edit";
  const path = isEdit && isRecord(tool_input) ? tool_input.file_path : null;
  return typeof path === "string" ? path : null;
}
