// Which lines of a text are new compared with an older one. Lines that occur once on both sides anchor the two texts, the
// rest is matched between the anchors: no pair of texts, however odd, takes more than n log n. Lines are compared by hash,
// so that an old text can be stored without its words.

/** As git tells: a zero byte near the start. */
const BINARY_CHECK_BYTES = 8000;
const HASH_MASK = (1n << 53n) - 1n;

export interface LineMatch {
  /** Indices of lines without a counterpart. */
  added: number[];
  removed: number[];
}

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
  const added: number[] = [];
  const removed: number[] = [];
  let [b, a] = [0, 0];
  for (const [nextB, nextA] of [...findAnchors(before, after), [before.length, after.length] as const]) {
    matchGap(before, [b, nextB], after, [a, nextA], { added, removed });
    [b, a] = [nextB + 1, nextA + 1];
  }
  return { added, removed };
}

type Span = [from: number, to: number];
type Pair = readonly [before: number, after: number];

/** Pairs that rise on both sides: equal lines at both ends, and lines that are unique in both texts. */
function findAnchors(before: readonly number[], after: readonly number[]): Pair[] {
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < limit - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [endB, endA] = [before.length - tail, after.length - tail];
  const placesBefore = uniquePlaces(before, head, endB);
  const pairs: Pair[] = [];
  for (const [line, place] of uniquePlaces(after, head, endA)) {
    const old = placesBefore.get(line) ?? -1;
    if (place !== -1 && old !== -1) pairs.push([old, place]);
  }
  return [
    ...Array.from({ length: head }, (_, index): Pair => [index, index]),
    ...longestRise(pairs),
    ...Array.from({ length: tail }, (_, index): Pair => [endB + index, endA + index]),
  ];
}

/** In order of appearance; -1 for a line that comes more than once. */
function uniquePlaces(lines: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let index = from; index < to; index++) {
    const line = lines[index] as number;
    places.set(line, places.has(line) ? -1 : index);
  }
  return places;
}

/** The longest subsequence with rising old places; the new places rise already. */
function longestRise(pairs: Pair[]): Pair[] {
  const piles: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([old], index) => {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[piles[middle] as number] as Pair)[0] < old) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (piles[low - 1] as number) : -1;
    piles[low] = index;
  });
  const rise: Pair[] = [];
  for (let index = piles.at(-1) ?? -1; index !== -1; index = previous[index] as number) {
    rise.push(pairs[index] as Pair);
  }
  return rise.reverse();
}

/** Between two anchors the order does not count: a line that was there is not new. */
function matchGap(
  before: readonly number[],
  [fromB, toB]: Span,
  after: readonly number[],
  [fromA, toA]: Span,
  { added, removed }: LineMatch,
): void {
  const waiting = new Map<number, number[]>();
  for (let index = toB - 1; index >= fromB; index--) {
    const line = before[index] as number;
    const places = waiting.get(line);
    if (places) places.push(index);
    else waiting.set(line, [index]);
  }
  for (let index = fromA; index < toA; index++) {
    if (waiting.get(after[index] as number)?.pop() === undefined) added.push(index);
  }
  for (const places of waiting.values()) for (const place of places) removed.push(place);
}
