// The two builds that make the executable. The hook is bundled by itself first: bundled together with the commands,
// what they share would fall into dozens of small chunks, and every hook would load them all.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = JSON.parse(readFileSync(new URL("build-flags.json", import.meta.url), "utf8"));
const BUNDLE = ["--splitting", "--minify", "--format=esm", "--target=bun"];

/** Arguments for Bun, one list a build, in order. `workDir` is filled and can go afterwards. */
export function planBuild(root, workDir, outfile) {
  const hookDir = join(workDir, "hook");
  const main = join(workDir, "holdfast.ts");
  mkdirSync(workDir, { recursive: true });
  const source = readFileSync(join(root, "src/bin/holdfast.ts"), "utf8");
  writeFileSync(
    main,
    source
      .replace('"./hook.ts"', JSON.stringify(join(hookDir, "hook.js")))
      .replace('"./cli.ts"', JSON.stringify(join(root, "src/bin/cli.ts"))),
  );
  return [
    ["build", ...BUNDLE, `--outdir=${hookDir}`, join(root, "src/bin/hook.ts")],
    ["build", ...FLAGS, `--outfile=${outfile}`, main],
  ];
}
