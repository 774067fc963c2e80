// The same failure has the same fingerprint: what a run says of itself (when, how long, where in memory) is left out,
// what it says of the code (file:line, codes, counts, names of tests) counts.
import { dropNoise } from "./noise.ts";
import { plainLines } from "./plain-lines.ts";
import { applyMasks, MASKS } from "./volatile.ts";

export interface FingerprintOptions {
  /** Absolute paths of the project, as the command may print them; the same failure elsewhere is the same. */
  roots?: readonly string[];
}

export function fingerprintOutput(
  exitCode: number | null,
  output: string,
  { roots = [] }: FingerprintOptions = {},
): string {
  const lines = plainLines(output).map((line) => normalise(line, roots));
  const telling = dropNoise(lines);
  const counted = telling.length > 0 ? telling : lines;
  // Tests that run side by side report in any order.
  const evidence = counted.map((line) => line.replace(/\s+/g, " ").trim()).toSorted();
  return Bun.hash(`${exitCode}\n${evidence.join("\n")}`).toString(36);
}

function normalise(line: string, roots: readonly string[]): string {
  const local = roots.reduce((text, root) => withoutRoot(text, root), line);
  return applyMasks(local, MASKS);
}

function withoutRoot(text: string, root: string): string {
  const bare = root.endsWith("/") ? root.slice(0, -1) : root;
  return bare === "" ? text : text.replaceAll(`${bare}/`, "").replaceAll(bare, ".");
}
