// The part of a failing command's output that explains the failure: the errors with their places, the lines that belong to
// them, and the last lines, where most tools sum up.
import { clip } from "../clip.ts";
import { dropAnnouncements, dropNoise } from "./noise.ts";
import { plainLines } from "./plain-lines.ts";
import { firstErrorLine, SAYS_WHERE, scoreLines } from "./score-lines.ts";
import { applyMasks, DROPS } from "./volatile.ts";

const MAX_LINE = 240;
const TAIL_LINES = 3;
const TAIL_SHARE = 0.4;
const GAP = "…";
/** Its newline, and perhaps a gap before it with a newline of its own. */
const LINE_COST = GAP.length + 2;

/** At most `limit` characters, from the first error on; the same for the same failure. */
export function errorExcerpt(output: string, limit = 700): string {
  const lines = readableLines(output, limit);
  const scores = scoreLines(lines);
  const first = firstErrorLine(lines, scores);
  const rest = lines.slice(first).join("\n");
  if (rest.length <= limit) return rest;
  return cut(render(lines, choose(lines, scores, first, limit)), limit);
}

function readableLines(output: string, limit: number): string[] {
  const plain = plainLines(output);
  const relevant = tidy(dropNoise(plain), limit);
  return relevant.length > 0 ? relevant : tidy(dropAnnouncements(plain), limit);
}

/** Without horizontal rules, wide gaps and repeated lines. */
function tidy(lines: readonly string[], limit: number): string[] {
  const readable = lines.map((line) => {
    const text = applyMasks(line.trim(), DROPS)
      .replace(/([=_\-─━⎯*#~])\1{3,}/gu, "")
      .replace(/\s{3,}/g, "  ")
      .trim();
    return clip(text, Math.min(MAX_LINE, limit - LINE_COST));
  });
  return readable.filter((line, index) => line !== "" && line !== readable[index - 1]);
}

/** The end first; then errors, in order of appearance, and what is nearest to them, as long as there is room. */
function choose(
  lines: readonly string[],
  scores: readonly number[],
  first: number,
  limit: number,
): Set<number> {
  const chosen = new Set<number>();
  let room = limit;
  const take = (index: number, reserved: number) => {
    const cost = (lines[index]?.length ?? 0) + LINE_COST;
    if (chosen.has(index) || room - cost < reserved) return;
    chosen.add(index);
    room -= cost;
  };
  const candidates = lines.map((_, index) => index).slice(first);
  for (const index of candidates.slice(-TAIL_LINES).toReversed()) take(index, limit * (1 - TAIL_SHARE));
  for (const index of byScore(candidates, scores)) take(index, 0);
  return chosen;
}

function byScore(candidates: readonly number[], scores: readonly number[]): number[] {
  const score = (index: number) => scores[index] ?? 0;
  if (!candidates.some((index) => score(index) >= SAYS_WHERE))
    return candidates.toSorted((a, b) => score(b) - score(a) || b - a);
  return candidates.filter((index) => score(index) > 0).toSorted((a, b) => score(b) - score(a) || a - b);
}

function render(lines: readonly string[], chosen: ReadonlySet<number>): string {
  const indexes = [...chosen].sort((a, b) => a - b);
  return indexes
    .flatMap((index, at) => {
      const gap = at > 0 && indexes[at - 1] !== index - 1;
      return [...(gap ? [GAP] : []), lines[index] ?? ""];
    })
    .join("\n");
}

/** Never through the middle of a character. */
function cut(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, "");
}
