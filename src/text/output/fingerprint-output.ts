// The same failure has the same fingerprint: what differs from run to run (times, durations, addresses) is left out, what
// is about the code (file:line, codes, counts, names of tests) counts.
import { TRUNCATION_MARKER } from "./head-and-tail.ts";
import { applyMasks, dropNoise, MASKS } from "./noise.ts";
import { plainLines } from "./plain-lines.ts";

// Lines move when a file is edited, and totals go down when something was fixed.
const POSITION = /(?<=[\w)\]])(?::\d+)+|\(\d+(?:,\d+)?\)|\[\d+,\d+\]|\bline \d+|^\d+:\d+(?=\s)/g;
const TOTAL =
  /\b\d+ (?:\w+ )?(?:problems?|errors?|warnings?|tests?|failures?|failed|failing|passed|passing|files?|suites?)\b/i;

interface FingerprintOptions {
  /** Absolute paths of the project: the same failure in another folder has the same fingerprint. */
  roots?: readonly string[];
}

export function fingerprintOutput(
  exitCode: number | null,
  output: string,
  options: FingerprintOptions = {},
): string {
  // Tests that run side by side report in any order.
  const lines = evidenceLines(output, options).toSorted();
  return Bun.hash(`${exitCode}\n${lines.join("\n")}`).toString(36);
}

/** The lines that say why a command failed, without what differs from run to run. */
export function evidenceLines(output: string, { roots = [] }: FingerprintOptions = {}): string[] {
  const plain = plainLines(output);
  const relevant = dropNoise(plain);
  const longestFirst = roots.toSorted((a, b) => b.length - a.length);
  return (relevant.length > 0 ? relevant : plain)
    .map((line) => normalise(line, longestFirst))
    .filter((line) => line !== "");
}

function normalise(line: string, roots: readonly string[]): string {
  const local = roots.reduce((text, root) => withoutRoot(text, root), line);
  return applyMasks(local, MASKS).replace(/\s+/g, " ").trim();
}

function withoutRoot(text: string, root: string): string {
  const bare = root.endsWith("/") ? root.slice(0, -1) : root;
  return bare === "" ? text : text.replaceAll(`${bare}/`, "").replaceAll(bare, ".");
}

/** Everything that a command complains about now is among what it complained about before. `roots`: folders that both may have run in. */
export function isOldFailure(now: string, before: string, roots: readonly string[]): boolean {
  // What was left out could be anything.
  if (TRUNCATION_MARKER.test(now) || TRUNCATION_MARKER.test(before)) return false;
  const [lines, known] = [now, before].map((output) => evidenceLines(output, { roots }).flatMap(complaint));
  const counts = new Map<string, number>();
  for (const line of known ?? []) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of lines ?? []) {
    const left = counts.get(line) ?? 0;
    if (left === 0) return false;
    counts.set(line, left - 1);
  }
  return (lines ?? []).length > 0;
}

/** None for a total. */
function complaint(line: string): string[] {
  const text = line.replace(POSITION, "");
  return text === line && TOTAL.test(line) ? [] : [text];
}
