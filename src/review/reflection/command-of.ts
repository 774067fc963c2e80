import type { ToolCall } from "../../transcript/tool-item.ts";
import { cutWords } from "./cut-words.ts";

/** Nobody types more; a program written in a command is told by its beginning. */
const LONGEST = 2000;

/** What the shell was told; null when it was another tool. */
export function commandOf(call: ToolCall | null): string | null {
  if (call?.tool !== "Bash" || typeof call.input.command !== "string") return null;
  return cutWords(call.input.command, LONGEST);
}
