// The same failure has the same fingerprint: what differs from run to run (times, durations, addresses) is left out, what
// is about the code (file:line, codes, counts, names of tests) counts.
import { hashEvidence } from "./hash-evidence.ts";
import { dropNoise } from "./noise.ts";
import { plainLines } from "./plain-lines.ts";
import { applyMasks, MASKS } from "./volatile.ts";

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
  return hashEvidence(exitCode, evidenceLines(output, options).toSorted());
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
