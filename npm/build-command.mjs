// How the executable is built, for the repository and for the installed package.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = JSON.parse(readFileSync(new URL("build-flags.json", import.meta.url), "utf8"));

/** The program, then its threads (src/platform/process/start-self.ts): entries of one executable. */
const ENTRIES = ["holdfast.ts", "ingest-reader.ts", "watchdog-thread.ts"];

/** Arguments for Bun. `runtime`: the copy of Bun that the executable gets; `platform`: for another kind of machine, such as "darwin-arm64". */
export function buildCommand(root, outfile, runtime, platform) {
  const files = [`--compile-executable-path=${runtime}`, `--outfile=${outfile}`];
  const target = platform === undefined ? [] : [`--target=bun-${platform}`];
  return ["build", ...FLAGS, ...target, ...files, ...ENTRIES.map((entry) => join(root, "src/bin", entry))];
}
