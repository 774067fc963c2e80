import { tellingPart } from "../../text/output/telling-part.ts";

const SEARCHED = 20_000;
const TELLING = 500;
const SAYS_WHY =
  /\b(?:\w*error|\w*exception|fail(?:ed|ure|s)?|cannot|can't|could not|unable|not found|no such|denied|refused|fatal|invalid|missing|undefined|unexpected|timed? ?out)\b/i;

/** The line of a failing output that says why; null when it says nothing. */
export function errorLine(output: string): string | null {
  const text = output.replace(/^Exit code \d+\n?/, "").slice(-SEARCHED);
  const lines = tellingPart(text, TELLING)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /\p{L}{3}/u.test(line) && !/^\W*warn(?:ing)?\b/i.test(line));
  return lines.find((line) => SAYS_WHY.test(line)) ?? lines[0] ?? null;
}
