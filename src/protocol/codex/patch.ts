// Patches in the form that `apply_patch` takes, as the edits that they make.
import type { Raw } from "../transcript-record.ts";

export interface PatchedFile {
  /** As in the patch. */
  path: string;
  tool: "Write" | "Edit" | "MultiEdit";
  /** Without the path. */
  input: Raw;
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/** One for each file, in the order of the patch. */
export function parsePatch(patch: string): PatchedFile[] {
  const files: { action: string; path: string; lines: string[] }[] = [];
  for (const line of patch.split("\n")) {
    const [, action, path] = HEADER.exec(line) ?? [];
    if (action && path) files.push({ action, path: path.trim(), lines: [] });
    else if (!line.startsWith("*** ")) files.at(-1)?.lines.push(line);
  }
  return files.map(({ action, path, lines }) => {
    if (action === "Add") return { path, tool: "Write", input: { content: sideOf(lines, "+") } };
    const edits = hunksOf(lines).map((hunk) => ({
      old_string: sideOf(hunk, "-", " "),
      new_string: sideOf(hunk, "+", " "),
    }));
    return edits.length > 1
      ? { path, tool: "MultiEdit", input: { edits } }
      : { path, tool: "Edit", input: edits[0] ?? {} };
  });
}

function hunksOf(lines: readonly string[]): string[][] {
  const hunks: string[][] = [];
  for (const line of lines) {
    if (line.startsWith("@@") || hunks.length === 0) hunks.push([]);
    if (!line.startsWith("@@")) hunks.at(-1)?.push(line);
  }
  return hunks.filter((hunk) => hunk.some((line) => line !== ""));
}

function sideOf(lines: readonly string[], ...signs: string[]): string {
  return lines.flatMap((line) => (signs.includes(line.charAt(0)) ? [`${line.slice(1)}\n`] : [])).join("");
}
