// What an edit did to its file, line by line, as the client notes it beside the result.
import type { FilePatch } from "../tool-item.ts";
import { listOf, numberOf, type Raw, rawOf, textOf } from "./raw.ts";

/** null where the client noted none: older ones, and those of subagents. */
export function readPatch(details: Raw): FilePatch | null {
  if (textOf(details.filePath) === null || !Array.isArray(details.structuredPatch)) return null;
  return {
    created: details.type === "create",
    hunks: listOf(details.structuredPatch)
      .map(rawOf)
      .map(({ oldStart, lines }) => ({
        oldStart: numberOf(oldStart) ?? 1,
        lines: listOf(lines).filter((line) => typeof line === "string"),
      })),
  };
}
