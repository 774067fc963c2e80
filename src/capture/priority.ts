import { isReadOnlyCommand } from "../transcript/selectors/read-only-command.ts";

export type Priority = "high" | "normal" | "low";

const HIGH = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit", "Bash"]);
const LOW = /^(Read|Glob|Grep|LS|Todo.*)$/;

/** `command` is what a shell was given. */
export function priorityOf(tool: string, command: string | null): Priority {
  if (command !== null && isReadOnlyCommand(command)) return "low";
  if (HIGH.has(tool)) return "high";
  return LOW.test(tool) ? "low" : "normal";
}
