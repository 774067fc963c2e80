// The same thing said twice looks the same: without what changes from one time to the next.
import { commandSubject } from "../../../recording/observations/shell-commands.ts";
import { applyMasks, MASKS } from "../../../text/output/volatile.ts";

/** One command whatever folder it ran in, whatever number it was given. */
export function sameCommand(command: string): string {
  return maskNumbers(commandSubject(command));
}

/** One message whatever line, time or id it names. */
export function sameMessage(line: string): string {
  return maskNumbers(line.replace(/:\d+(?::\d+)?\b/g, "")).slice(0, 300);
}

function maskNumbers(text: string): string {
  return applyMasks(text, MASKS)
    .replace(/(?<![\w.])\d{3,}\b/g, "<number>")
    .replace(/\s+/g, " ")
    .trim();
}
