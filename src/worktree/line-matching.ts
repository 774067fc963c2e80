// Which lines of a text are new against an older one. Lines are compared by number (see lines.ts).
import { diffArrays } from "diff";

export interface LineMatch {
  /** Indices of what has no counterpart. */
  added: number[];
  removed: number[];
}

/** Up to here the shortest edit is looked for; its cost grows with the square of the edit. */
const MAX_EDIT_LENGTH = 1000;

export function matchLines(before: readonly number[], after: readonly number[]): LineMatch {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_EDIT_LENGTH });
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
