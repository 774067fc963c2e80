// The two builds that make the executable. The hook is bundled by itself first: bundled together with the commands,
// what they share would fall into dozens of small chunks, and every hook would load them all.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FLAGS = JSON.parse(readFileSync(new URL("build-flags.json", import.meta.url), "utf8"));

/** Programs of threads: beside the main one, so that the executable knows them by name (src/platform/start-thread.ts). */
const THREADS = {
  "ingest-reader": "src/recording/ingest/reader.ts",
  "backtest-reader": "src/review/backtest/reader.ts",
};

/** Arguments for Bun, one list a build, in order. `workDir` is filled and can go afterwards. */
export function planBuild(root, workDir, outfile) {
  const hookDir = join(workDir, "hook");
  const main = join(workDir, "holdfast.ts");
  mkdirSync(workDir, { recursive: true });
  const source = readFileSync(join(root, "src/bin/holdfast.ts"), "utf8");
  writeFileSync(
    main,
    source
      .replace('"./hook.ts"', JSON.stringify(join(hookDir, "bin/hook.js")))
      .replace('"./cli.ts"', JSON.stringify(join(root, "src/bin/cli.ts"))),
  );
  const threads = Object.entries(THREADS).map(([name, program]) => {
    const entry = join(workDir, `${name}.ts`);
    writeFileSync(entry, `import ${JSON.stringify(join(root, program))};\n`);
    return entry;
  });
  return [
    [join(root, "npm/bundle-hook.mjs"), root, hookDir],
    ["build", ...FLAGS, `--outfile=${outfile}`, main, ...threads],
  ];
}
