// The part of a failing command's output that tells why: the errors with their places, what belongs to them, and the
// last lines, where most tools sum up.
import { dropNoise } from "./noise.ts";
import { plainLines } from "./plain-lines.ts";
import { scoreLines } from "./score-lines.ts";
import { applyMasks, DROPS } from "./volatile.ts";

const MAX_LINE = 240;
const TAIL_LINES = 3;
const TAIL_SHARE = 0.4;
const GAP = "…";
/** The end of a line, and perhaps the mark of a gap before it, with its own end. */
const LINE_COST = GAP.length + 2;

/** At most `limit` characters; the same for the same failure. */
export function tellingPart(output: string, limit = 700): string {
  const lines = readableLines(output, limit);
  const whole = lines.join("\n");
  if (whole.length <= limit) return whole;
  return cut(render(lines, choose(lines, limit)), limit);
}

function readableLines(output: string, limit: number): string[] {
  const plain = plainLines(output);
  const telling = tidy(dropNoise(plain), limit);
  return telling.length > 0 ? telling : tidy(plain, limit);
}

/** Without rules, wide gaps and repeated lines. */
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

/** The end first, then line by line what weighs most, in order of appearance, as long as there is room. */
function choose(lines: readonly string[], limit: number): Set<number> {
  const chosen = new Set<number>();
  let room = limit;
  const take = (index: number, least: number) => {
    const cost = (lines[index]?.length ?? 0) + LINE_COST;
    if (chosen.has(index) || room - cost < least) return;
    chosen.add(index);
    room -= cost;
  };
  const end = lines.map((_, index) => index).slice(-TAIL_LINES);
  for (const index of end.toReversed()) take(index, limit * (1 - TAIL_SHARE));
  for (const index of byWeight(lines)) take(index, 0);
  return chosen;
}

function byWeight(lines: readonly string[]): number[] {
  const worth = scoreLines(lines);
  // Without any error, the end is all there is to go by.
  const isSilent = worth.every((weight) => weight === 0);
  return lines
    .map((_, index) => index)
    .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || (isSilent ? b - a : a - b));
}

function render(lines: readonly string[], chosen: ReadonlySet<number>): string {
  const indexes = [...chosen].sort((a, b) => a - b);
  return indexes
    .flatMap((index, at) => {
      const gap = index > 0 && (at === 0 || indexes[at - 1] !== index - 1);
      return [...(gap ? [GAP] : []), lines[index] ?? ""];
    })
    .join("\n");
}

function clip(line: string, longest: number): string {
  return line.length > longest ? `${cut(line, longest - GAP.length)}${GAP}` : line;
}

/** Never through the middle of a character. */
function cut(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, "");
}
