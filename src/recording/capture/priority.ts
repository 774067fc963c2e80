import { isReadOnlyCommand } from "../../transcript/selectors/read-only-command.ts";

export type Priority = "high" | "normal" | "low";

const HIGH = ["Write", "Edit", "MultiEdit", "NotebookEdit", "Bash"];
const LOW = ["Read", "Glob", "Grep", "LS"];

/** `command` is what a shell was given. */
export function priorityOf(tool: string, command: string | null): Priority {
  if (command !== null && isReadOnlyCommand(command)) return "low";
  if (HIGH.includes(tool)) return "high";
  return LOW.includes(tool) || tool.startsWith("Todo") ? "low" : "normal";
}
