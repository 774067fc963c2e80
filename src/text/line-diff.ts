// A unified diff of two texts, for showing what an edit does. Not for hooks: it loads a library.
import { structuredPatch } from "diff";

export interface DiffLine {
  kind: "same" | "added" | "removed" | "hunk";
  text: string;
}

const CONTEXT_LINES = 3;
const KINDS: Record<string, DiffLine["kind"]> = { " ": "same", "+": "added", "-": "removed" };

export function diffLines(before: string, after: string): DiffLine[] {
  const { hunks } = structuredPatch("", "", endLine(before), endLine(after), "", "", {
    context: CONTEXT_LINES,
  });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    { kind: "hunk", text: `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@` },
    ...lines.map((line): DiffLine => ({ kind: KINDS[line.charAt(0)] ?? "same", text: shown(line) })),
  ]);
}

/** A missing last newline is not worth a line of its own. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** A carriage return makes lines differ, but is not shown. */
function shown(line: string): string {
  return line.slice(1).replace(/\r$/, "");
}

/** As `diff -u` writes it: an empty range names the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return `${start}`;
  return `${count === 0 ? start - 1 : start},${count}`;
}
