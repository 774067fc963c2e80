// `npm run fuzz [-- --inputs 1000000] [--runs 2000] [--repositories 2000] [--seed N] [--only input:123] [--no-sweeps]`: hostile
// inputs, runs and repositories, then the sweeps beside this file, all ordinary turns in the real client, and the properties of the
// unit tests with inputs of the same seed.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { makeTempFolder } from "../test/helpers/temp.ts";
import { fuzzParsers } from "./parsers.ts";
import { fuzzProcesses } from "./processes.ts";
import type { FuzzOptions, Report } from "./report.ts";
import { fuzzRepositories } from "./repositories.ts";

const FALSE_BLOCKS = "./test/e2e/false-blocks.test.ts";
const executable = `${import.meta.dir}/../dist/holdfast`;
const { seed, inputs, runs, repositories, hasSweeps } = readOptions();

console.log(`seed ${seed}`);
const parsers = await tell("parser inputs", inputs, fuzzParsers);
const processes = await tell("process runs", runs, (options) =>
  fuzzProcesses({ ...options, executable, base: makeTempFolder("fuzz") }),
);
const strangers = await tell("repositories", repositories, (options) =>
  fuzzRepositories({ ...options, executable, base: makeTempFolder("fuzz") }),
);
const sweeps = hasSweeps ? runSweeps() : 0;
process.exit(parsers + processes + strangers + sweeps === 0 ? 0 : 1);

interface Slice {
  from: number;
  count: number;
}

interface Options {
  seed: number;
  inputs: Slice;
  runs: Slice;
  repositories: Slice;
  hasSweeps: boolean;
}

function readOptions(): Options {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const options = {
    inputs: text("1000000"),
    runs: text("2000"),
    repositories: text("2000"),
    "no-sweeps": { type: "boolean" },
    seed: text(String(Date.now() % 1_000_000)),
    only: { type: "string" },
  } as const;
  const { values } = parseArgs({ options });
  const [kind, index] = (values.only ?? "").split(":");
  const slice = (name: string, count: string) =>
    kind === "" ? { from: 0, count: Number(count) } : { from: Number(index), count: kind === name ? 1 : 0 };
  return {
    seed: Number(values.seed),
    inputs: slice("input", values.inputs),
    runs: slice("run", values.runs),
    repositories: slice("repository", values.repositories),
    hasSweeps: values.only === undefined && !values["no-sweeps"],
  };
}

/** Returns the exit code. */
function runSweeps(): number {
  const flags = ["--timeout=300000", "--parallel=4", "--only-failures"];
  return Bun.spawnSync([process.execPath, "test", ...flags, "./fuzz", "./test/unit", FALSE_BLOCKS], {
    cwd: `${import.meta.dir}/..`,
    env: { ...process.env, FUZZ_SEED: String(seed) },
    stdio: ["ignore", "inherit", "inherit"],
  }).exitCode;
}

/** Runs one kind of fuzzing, with progress on a terminal, and returns how many promises were broken. */
async function tell(
  what: string,
  { from, count }: Slice,
  fuzz: (options: FuzzOptions) => Promise<Report>,
): Promise<number> {
  if (count === 0) return 0;
  const startedAt = performance.now();
  const onProgress = ({ done, failures }: Report) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\r${what}: ${done} of ${count}, ${failures.size} failed `);
  };
  const report = await fuzz({ seed, from, count, onProgress });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const line = `${what}: ${report.done}, ${report.failures.size} failed, in ${seconds} s`;
  console.log(`${process.stdout.isTTY ? "\r\u001b[K" : ""}${line}`);
  for (const [outcome, times] of [...report.outcomes].sort()) {
    console.log(`  ${String(times).padStart(8)}  ${outcome}`);
  }
  await tellFailures(report);
  return report.failures.size;
}

async function tellFailures(report: Report): Promise<void> {
  const folder = `${tmpdir()}/holdfast-fuzz`;
  for (const { again, where, message, input, repeats } of report.failures.values()) {
    mkdirSync(folder, { recursive: true });
    const path = `${folder}/seed-${seed}-${again.replace(":", "-")}.bin`;
    await Bun.write(path, input);
    console.log(`FAIL  ${message}${repeats > 0 ? ` (and ${repeats} more)` : ""}`);
    console.log(`      ${where.replaceAll("\n", "\\n")}`);
    console.log(`      input: ${path}`);
    console.log(`      again: npm run fuzz -- --seed ${seed} --only ${again}`);
  }
}
