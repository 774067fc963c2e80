// How the executable is built, for the repository and for the installed package.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = JSON.parse(readFileSync(new URL("build-flags.json", import.meta.url), "utf8"));

/** The program, then its threads (src/platform/process/start-self.ts): entries of one executable. */
const ENTRIES = ["holdfast", "ingest-reader", "watchdog-thread"];

/** Arguments for Bun. `runtime`: the copy of Bun that the executable gets; `platform`: for another kind of machine, such as "darwin-arm64", as Node names it. */
export function buildCommand(root, outfile, runtime, platform) {
  const files = [`--compile-executable-path=${runtime}`, `--outfile=${outfile}`];
  const target = platform === undefined ? [] : [`--target=bun-${platform.replace("win32", "windows")}`];
  return ["build", ...FLAGS, ...target, ...files, ...entriesOf(root)];
}

/** Arguments for Bun that put all sources and the packages they use into `folder`, to be compiled without either. */
export function bundleCommand(root, folder) {
  return [
    "build",
    "--target=bun",
    "--minify",
    "--splitting",
    "--format=esm",
    `--outdir=${folder}`,
    ...entriesOf(root),
  ];
}

/** The published package has bundles, a clone has sources. */
function entriesOf(root) {
  const isPublished = existsSync(join(root, "lib/holdfast.js"));
  return ENTRIES.map((name) => join(root, isPublished ? `lib/${name}.js` : `src/bin/${name}.ts`));
}
