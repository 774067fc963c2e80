// Extracts the part of a failed command's output that explains the failure: the errors with their places, the lines that belong
// to them, and the last lines, where most tools print a summary.
import { clip } from "../clip.ts";
import { dropAnnouncements, dropNoise, dropTimes, joinPatterns } from "./fingerprint-output.ts";
import { plainLines } from "./plain-lines.ts";

const MAX_LINE = 240;
const TAIL_LINES = 3;
const TAIL_SHARE = 0.4;
const GAP = "…";
/** The line's newline, and perhaps a gap line before it. */
const LINE_COST = GAP.length + 2;

/** At most `limit` characters, starting at the first error. Deterministic. */
export function errorExcerpt(output: string, limit = 700): string {
  const lines = readableLines(output, limit);
  const scores = scoreLines(lines);
  const first = firstErrorLine(lines, scores);
  const rest = lines.slice(first).join("\n");
  if (rest.length <= limit) return rest;
  return cut(render(lines, choose(lines, scores, first, limit)), limit);
}

/** The line of an excerpt that names the error: often a place comes before it. */
export function errorLine(excerpt: string): string {
  const lines = excerpt.split("\n");
  return lines[scoreLines(lines).indexOf(CLEAR_ERROR_SCORE)] ?? lines[0] ?? "";
}

function readableLines(output: string, limit: number): string[] {
  const plain = plainLines(output);
  const relevant = tidy(dropNoise(plain), limit);
  return relevant.length > 0 ? relevant : tidy(dropAnnouncements(plain), limit);
}

const RULES = /([=_\-─━⎯*#~])\1{3,}/gu;
/** Faster than both patterns, which few lines match. */
const MAY_BE_WIDE = /[=_\-─━⎯*#~]{4}|\s{3}/;

/** Without horizontal rules, wide gaps and repeated lines. */
function tidy(lines: readonly string[], limit: number): string[] {
  const readable = lines.map((line) => {
    const shown = dropTimes(line.trim());
    const text = MAY_BE_WIDE.test(shown)
      ? shown
          .replace(RULES, "")
          .replace(/\s{3,}/g, "  ")
          .trim()
      : shown.trim();
    return clip(text, Math.min(MAX_LINE, limit - LINE_COST));
  });
  return readable.filter((line, index) => line !== "" && line !== readable[index - 1]);
}

/** Takes the last lines first, then errors in order of appearance and their nearest lines, as long as there is room. */
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
  if (!candidates.some((index) => score(index) >= MIN_ERROR_SCORE))
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

const CLEAR_ERROR_SCORE = 3;
/** Lines with at least this score are about an error. */
export const MIN_ERROR_SCORE = 1.5;
const REPEATED = 0.2;
/** Lines after an error that may explain it, each less than the one before. */
const MAX_CONTEXT = 4;
/** Lines before the first error that may lead up to it. */
const MAX_LEAD = 4;
/** Lines kept of output without any error. */
const MAX_END = 10;

/** How tools mark an error, mostly at the start of its line. */
const ERROR_MARK = joinPatterns([
  /^(?:●|✗|✖|×|✘|\(fail\)) /, // jest, bun, vitest, node --test, biome
  /^(?:FAIL|FAILED|ERROR|FAIL:|ERROR:|FAILED:)\s+\S/, // jest, pytest, unittest, ninja
  /^--- FAIL:/, // go
  /^not ok \d+/, // TAP
  /^\d+\) \S/, // mocha, rspec, phpunit
  /^E\s+\S/, // pytest
  /^error(?:\[\w+\])?: /, // rustc, bun, cargo
  /^(?:Failure\/Error:|Failed asserting|rspec \.\/|What went wrong:|\* What went wrong:)/,
  /^(?:Expected|Received|Actual|expected|actual|received|left|right|got|want|wanted)\b.*?:/,
  /\bpanicked at\b|^panic:|^fatal:|^make(?:\[\d+\])?: \*\*\*/,
  /^[\w.]*(?:Error|Exception|Failure)(?: \[\w+\])?:/,
  /: (?:fatal )?error(?: [A-Z]+\d+)?:|\berror TS\d+:/, // gcc, clang, javac, mypy, tsc
  /\bundefined reference to\b|: not found$|: command not found\b|: No such file or directory$|: Permission denied$/,
  /^\d+:\d+\s+error\b/, // eslint
  /^\[ERROR\]\s+\S*:\[?\d+/, // maven
]);

const ERROR_WORD =
  /\b(?:errors?|fail(?:ed|ing|ure|ures|s)?|fatal|exception|traceback|assert\w*|cannot|can't|could not|couldn't|unable to|undefined|unexpected|invalid|missing|denied|refused|not found|no such|segmentation fault|timed? ?out|killed|aborted|core dumped|mismatch\w*|expected|unresolved|syntax error|did not|does not|doesn't|is not|unused)\b|\w(?:Error|Exception)\b/i;

const NO_ERRORS =
  /\b(?:0|no) (?:errors?|fail\w*|warnings?|problems?)\b|\b(?:errors?|failures?|failed)[:=] ?0\b/gi;

const PLACE =
  /(?:^|[\s("'`[❯>])(?:[\w@.~+-]*\/)*[\w@.+-]+\.[A-Za-z]\w{0,9}(?::\d+|\(\d+[,)]|:\[\d+)|(?:[",:]|\b(?:at|on|in)) line \d+\b|\bline \d+[:,]/;

const STARTS_WITH_PLACE = /^\S+\.\w+:\d+(?::\d+)?:? |^-->\s|^❯\s\S+:\d+/;

const ONLY_A_FILE = /^\/?(?:[\w@.+~-]+\/)*[\w@.+-]+\.[A-Za-z]\w{0,5}:?$/;

const CODE = /^[A-Z]{1,4}\d{2,5}\b/;

const MILD = /(?:^|[\s:[])(?:warn(?:ing)?|note|help|hint|info|deprecated)(?:\]|:|\s{2})/i;

/** From 0 (nothing) to 3 (a clear error). */
export function scoreLines(lines: readonly string[]): number[] {
  const seen = new Set<string>();
  let sinceError = Number.POSITIVE_INFINITY;
  let needsPlace = false;
  return lines.map((line) => {
    const hasPlace = /\.\D|line /.test(line) && /\d/.test(line) && PLACE.test(line);
    const own = scoreLine(line, hasPlace);
    sinceError = own >= MIN_ERROR_SCORE ? 0 : sinceError + 1;
    // The first place after an error is its location, and the next lines explain it.
    const context = sinceError <= MAX_CONTEXT ? 1 / sinceError : 0;
    const score = needsPlace && hasPlace ? CLEAR_ERROR_SCORE : own === 0 ? context : own;
    needsPlace = !hasPlace && (needsPlace || score === CLEAR_ERROR_SCORE);
    // A repeated line only gets the remaining room.
    const factor = seen.has(line) ? REPEATED : 1;
    seen.add(line);
    return score * factor;
  });
}

/**
 * The first line to show: the first error, or the lines that lead up to it, such as a trace. Without any error, the last lines
 * are shown.
 */
function firstErrorLine(lines: readonly string[], scores: readonly number[]): number {
  const score = (index: number) => scores[index] ?? 0;
  const error = lines.findIndex(
    (line, index) =>
      score(index) === CLEAR_ERROR_SCORE || (score(index) >= MIN_ERROR_SCORE && STARTS_WITH_PLACE.test(line)),
  );
  if (error < 0)
    return scores.some((one) => one >= MIN_ERROR_SCORE) ? 0 : Math.max(0, lines.length - MAX_END);
  let first = error;
  for (let index = error - 1; index >= Math.max(0, error - MAX_LEAD); index--) {
    if (score(index) >= MIN_ERROR_SCORE) first = index;
    else if (first - index > 1) break;
  }
  return first;
}

function scoreLine(line: string, hasPlace: boolean): number {
  if (ERROR_MARK.test(line)) return CLEAR_ERROR_SCORE;
  const isError = ERROR_WORD.test(line) && ERROR_WORD.test(line.replace(NO_ERRORS, ""));
  if (MILD.test(line) && !/\berror\b/i.test(line)) return isError ? 0.5 : 0;
  if (isError && hasPlace) return CLEAR_ERROR_SCORE;
  if (isError || STARTS_WITH_PLACE.test(line) || ONLY_A_FILE.test(line) || CODE.test(line)) return 2;
  return hasPlace ? 1.5 : 0;
}
