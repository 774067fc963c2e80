// Is everything that a command complains about now among what it complained about before? Lines move when a file is edited,
// and totals go down when something was fixed.
import { evidenceLines } from "./fingerprint-output.ts";
import { TRUNCATION_MARKER } from "./head-and-tail.ts";

const POSITION = /(?<=[\w)\]])(?::\d+)+|\(\d+(?:,\d+)?\)|\[\d+,\d+\]|\bline \d+|^\d+:\d+(?=\s)/g;
const TOTAL =
  /\b\d+ (?:\w+ )?(?:problems?|errors?|warnings?|tests?|failures?|failed|failing|passed|passing|files?|suites?)\b/i;

/** `roots`: folders that both may have run in. */
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
