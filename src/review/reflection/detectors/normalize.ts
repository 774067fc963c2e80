// Texts in a form in which two occurrences of the same thing are equal.
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { applyMasks, MASKS } from "../../../text/output/volatile.ts";
import type { ToolCall } from "../../../transcript/tool-item.ts";

/** Longer commands are mostly programs; their beginning is enough. */
const MAX_COMMAND = 2000;
const MAX_MESSAGE = 300;

/** The shell command of a call; null when it is another tool. */
export function shellCommand(call: ToolCall | null): string | null {
  if (call?.tool !== "Bash" || typeof call.input.command !== "string") return null;
  return cutAtWord(call.input.command, MAX_COMMAND);
}

/** The same whatever folder the command ran in and whatever numbers it was given. */
export function normalizeCommand(command: string): string {
  return maskNumbers(commandSubject(command));
}

/** The same whatever line, time or id the message names. */
export function normalizeMessage(line: string): string {
  return maskNumbers(line.replace(/:\d+(?::\d+)?\b/g, "")).slice(0, MAX_MESSAGE);
}

/** Cut at a space: redaction, which comes later, would not recognise half a secret. */
export function cutAtWord(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/\S*$/, "…");
}

function maskNumbers(text: string): string {
  return applyMasks(text, MASKS)
    .replace(/(?<![\w.])\d{3,}\b/g, "<number>")
    .replace(/\s+/g, " ")
    .trim();
}
