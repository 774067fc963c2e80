// Which lines of a text are new compared with an older one. Lines are compared by hash, so that an old text can be stored
// without its words.
import { diffArrays } from "diff";

export interface LineMatch {
  /** Indices of lines without a counterpart. */
  added: number[];
  removed: number[];
}

/** A longer edit is not searched for: the cost grows with its square. */
const MAX_EDIT_LENGTH = 1000;
const MAX_DIFF_MS = 500;

/** As git decides: binary files have a zero byte near the start. */
const BINARY_CHECK_BYTES = 8000;
const HASH_MASK = (1n << 53n) - 1n;

/** null for content that is not text. */
export function textLines(bytes: Uint8Array): string[] | null {
  if (bytes.subarray(0, BINARY_CHECK_BYTES).includes(0)) return null;
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Equal for lines that differ in indentation only: moving a block in or out does not make it new. */
export function hashLines(lines: readonly string[]): number[] {
  return lines.map((line) => Number(Bun.hash(line.trim()) & HASH_MASK));
}

export function matchLines(before: readonly number[], after: readonly number[]): LineMatch {
  const changes = diffArrays([...before], [...after], {
    maxEditLength: MAX_EDIT_LENGTH,
    timeout: MAX_DIFF_MS,
  });
  return changes ? collect(changes) : matchUnordered(before, after);
}

function collect(changes: { added: boolean; removed: boolean; count: number }[]): LineMatch {
  const match: LineMatch = { added: [], removed: [] };
  let [b, a] = [0, 0];
  for (const { added, removed, count } of changes) {
    for (let step = 0; step < count; step++) {
      if (added) match.added.push(a);
      if (removed) match.removed.push(b);
      if (!added) b++;
      if (!removed) a++;
    }
  }
  return match;
}

/** For a text that was rewritten: a line that was anywhere in the old one is not new. */
function matchUnordered(before: readonly number[], after: readonly number[]): LineMatch {
  const unmatched = new Map<number, number[]>();
  for (let index = before.length - 1; index >= 0; index--) {
    const line = before[index] as number;
    const places = unmatched.get(line);
    if (places) places.push(index);
    else unmatched.set(line, [index]);
  }
  const added = after.flatMap((line, index) => (unmatched.get(line)?.pop() === undefined ? [index] : []));
  return { added, removed: [...unmatched.values()].flat() };
}
