// A unified diff of two texts, for showing what an edit does.

export interface DiffLine {
  kind: "same" | "added" | "removed" | "hunk";
  text: string;
}

const CONTEXT = 3;

export function diffLines(before: string, after: string): DiffLine[] {
  return intoHunks(compare(splitLines(before), splitLines(after)));
}

/** Carriage returns and a missing last newline are part of a line, but not to be shown. */
function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Longest common subsequence on what is left between an equal head and an equal tail. */
function compare(before: string[], after: string[]): DiffLine[] {
  const head = countEqual(before, after, (lines, index) => lines[index]);
  const rest = [before.slice(head), after.slice(head)] as const;
  const tail = countEqual(...rest, (lines, index) => lines[lines.length - 1 - index]);
  const [old, fresh] = rest.map((lines) => lines.slice(0, lines.length - tail)) as [string[], string[]];
  return [
    ...lines("same", before.slice(0, head)),
    ...compareMiddle(old, fresh),
    ...lines("same", tail === 0 ? [] : before.slice(-tail)),
  ];
}

function compareMiddle(old: string[], fresh: string[]): DiffLine[] {
  const common = old.map(() => new Uint32Array(fresh.length + 1));
  common.push(new Uint32Array(fresh.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const row = common[i] as Uint32Array;
      row[j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const result: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      result.push(...lines("same", [old[i++] as string]));
      j++;
    } else if (i < old.length && (j === fresh.length || at(i + 1, j) >= at(i, j + 1))) {
      result.push(...lines("removed", [old[i++] as string]));
    } else result.push(...lines("added", [fresh[j++] as string]));
  }
  return result;
}

function intoHunks(all: DiffLine[]): DiffLine[] {
  const isNear = (index: number) =>
    all.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => line.kind !== "same");
  const shown: DiffLine[] = [];
  let [oldLine, newLine] = [1, 1];
  let hunk: { header: DiffLine; oldStart: number; newStart: number } | null = null;
  all.forEach((line, index) => {
    const near = isNear(index);
    if (near && !hunk) {
      hunk = { header: { kind: "hunk", text: "" }, oldStart: oldLine, newStart: newLine };
      shown.push(hunk.header);
    } else if (!near) hunk = null;
    if (near) shown.push(line);
    if (line.kind !== "added") oldLine++;
    if (line.kind !== "removed") newLine++;
    if (hunk) {
      const { header, oldStart, newStart } = hunk;
      header.text = `@@ -${range(oldStart, oldLine)} +${range(newStart, newLine)} @@`;
    }
  });
  return shown;
}

/** As `diff -u` has it: no lines are told by the line before them. */
function range(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return `${start}`;
  return `${count === 0 ? start - 1 : start},${count}`;
}

function countEqual(
  a: string[],
  b: string[],
  at: (lines: string[], index: number) => string | undefined,
): number {
  const limit = Math.min(a.length, b.length);
  let count = 0;
  while (count < limit && at(a, count) === at(b, count)) count++;
  return count;
}

function lines(kind: DiffLine["kind"], texts: string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text: text.replace(/\r$/, "") }));
}
