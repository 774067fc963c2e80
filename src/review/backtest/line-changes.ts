// Which lines an edit added and removed: by the client's own patch, else by comparing the old and the new string.
import type { FilePatch } from "../../transcript/tool-item.ts";

export interface NumberedLine {
  /** From 1. */
  line: number;
  text: string;
}

export interface PatchedLines<L extends NumberedLine> {
  /** Earlier lines of the session that are still there, with their new numbers. */
  kept: L[];
  added: NumberedLine[];
  /** Texts of removed lines that the session had not added. */
  removed: string[];
}

/** The lines that a session added to a file, after one more edit of it. */
export function patchLines<L extends NumberedLine>(
  before: readonly L[],
  hunks: FilePatch["hunks"],
): PatchedLines<L> {
  const { added, dropped, shifts } = readHunks(hunks);
  const removed = new Map(dropped.map(({ line, text }) => [line, text]));
  const kept: L[] = [];
  for (const one of before) {
    // A command may have changed the file in between: then the numbers are off, and the text decides.
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
  const dropped: NumberedLine[] = [];
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
        dropped.push({ line: old, text });
        old++;
        shift--;
        shifts.push({ from: old, by: -1 });
      } else if (!line.startsWith("\\")) old++;
    }
  }
  return { added, dropped, shifts };
}

function shiftAt(shifts: readonly Shift[], line: number): number {
  let sum = 0;
  for (const { from, by } of shifts) if (from <= line) sum += by;
  return sum;
}

export interface LineChange {
  /** `at` counts the lines of the new text, from 0. */
  added: { at: number; text: string }[];
  removed: string[];
}

/** Without the file around them: a line that is in both texts counts as unchanged. */
export function changedLines(before: string, after: string): LineChange {
  const left = new Map<string, number>();
  for (const line of splitLines(before)) left.set(line, (left.get(line) ?? 0) + 1);
  const added = splitLines(after).flatMap((text, at) => {
    const known = left.get(text) ?? 0;
    if (known === 0) return [{ at, text }];
    left.set(text, known - 1);
    return [];
  });
  return { added, removed: [...left].flatMap(([text, count]) => Array<string>(count).fill(text)) };
}

export function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
