// The lines of a file that a session added, carried through one more edit of it.
import type { FilePatch } from "../../transcript/tool-item.ts";

export interface NumberedLine {
  /** From 1. */
  line: number;
  text: string;
}

export interface Patched<L extends NumberedLine> {
  /** Lines from before that are still there, where they are now. */
  kept: L[];
  added: NumberedLine[];
  /** Texts of lines that went and were not of the session. */
  removed: string[];
}

export function patchLines<L extends NumberedLine>(
  before: readonly L[],
  hunks: FilePatch["hunks"],
): Patched<L> {
  const { added, gone, shifts } = readHunks(hunks);
  const removed = new Map(gone.map(({ line, text }) => [line, text]));
  const kept: L[] = [];
  for (const one of before) {
    // Where a command changed the file in between, the numbers are off: the words decide.
    if (removed.get(one.line) === one.text) removed.delete(one.line);
    else kept.push({ ...one, line: one.line + shiftAt(shifts, one.line) });
  }
  return { kept, added, removed: [...removed.values()] };
}

interface Shift {
  /** From this line of the old file on. */
  from: number;
  by: number;
}

function readHunks(hunks: FilePatch["hunks"]) {
  const added: NumberedLine[] = [];
  const gone: NumberedLine[] = [];
  const shifts: Shift[] = [];
  let shift = 0;
  for (const { oldStart, lines } of hunks) {
    let old = oldStart;
    for (const line of lines) {
      const text = line.slice(1);
      if (line.startsWith("+")) {
        added.push({ line: old + shift, text });
        shift++;
        shifts.push({ from: old, by: 1 });
      } else if (line.startsWith("-")) {
        gone.push({ line: old, text });
        old++;
        shift--;
        shifts.push({ from: old, by: -1 });
      } else if (!line.startsWith("\\")) old++;
    }
  }
  return { added, gone, shifts };
}

function shiftAt(shifts: readonly Shift[], line: number): number {
  let sum = 0;
  for (const { from, by } of shifts) if (from <= line) sum += by;
  return sum;
}
