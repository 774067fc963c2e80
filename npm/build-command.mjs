// How the executable is built, for the repository and for the installed package.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = JSON.parse(readFileSync(new URL("build-flags.json", import.meta.url), "utf8"));

/** The program, then its threads (src/platform/process/start-self.ts): entries of one executable. */
const ENTRIES = ["holdfast.ts", "ingest-reader.ts", "backtest-reader.ts"];

/** Arguments for Bun. */
export function buildCommand(root, outfile) {
  return ["build", ...FLAGS, `--outfile=${outfile}`, ...ENTRIES.map((entry) => join(root, "src/bin", entry))];
}
