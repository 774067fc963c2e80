// Many hostile inputs through the parsers, in this process.
import { budgetRowTarget } from "./fuzz-budget-row.ts";
import { configTarget } from "./fuzz-config.ts";
import { eventTarget } from "./fuzz-events.ts";
import { OWN_FILE_TARGETS } from "./fuzz-own-files.ts";
import { readRecorded } from "./fuzz-payloads.ts";
import { createRandom } from "./fuzz-random.ts";
import { shrink } from "./fuzz-shrink.ts";
import type { Target } from "./fuzz-target.ts";

export interface ParserFailure {
  target: string;
  index: number;
  message: string;
  /** The smallest input found that fails in the same way. */
  input: Uint8Array;
}

export interface ParserReport {
  inputs: number;
  /** `target: outcome` → how often: shows that the inputs reach every way through the parsers. */
  outcomes: Map<string, number>;
  failures: ParserFailure[];
}

export interface ParserOptions {
  seed: number;
  inputs: number;
  /** The first index; with `inputs: 1` one case is made again. */
  from?: number;
  onProgress?: (done: number) => void;
}

const MOST_FAILURES = 20;
const PROGRESS_EVERY = 10_000;

export async function fuzzParsers({ seed, inputs, from = 0, onProgress }: ParserOptions): Promise<ParserReport> {
  const targets = [eventTarget(await readRecorded()), ...OWN_FILE_TARGETS, configTarget, budgetRowTarget];
  const schedule = targets.flatMap((target) => Array.from({ length: target.weight }, () => target));
  const inherited = Object.getOwnPropertyNames(Object.prototype).join();
  const report: ParserReport = { inputs: 0, outcomes: new Map(), failures: [] };
  for (let index = from; index < from + inputs && report.failures.length < MOST_FAILURES; index++) {
    const random = createRandom(seed, index);
    const target = random.pick(schedule);
    const input = target.make(random);
    const message = complaint(target, input, report);
    if (message !== null) report.failures.push(describe(target, index, input, message));
    report.inputs++;
    if (report.inputs % PROGRESS_EVERY === 0) onProgress?.(report.inputs);
  }
  if (Object.getOwnPropertyNames(Object.prototype).join() !== inherited) {
    const message = "an input changed Object.prototype";
    report.failures.push({ target: "all", index: from, message, input: new Uint8Array() });
  }
  return report;
}

/** null when every promise was kept. */
function complaint(target: Target, input: Uint8Array, report?: ParserReport): string | null {
  try {
    const outcome = `${target.name}: ${target.check(input)}`;
    report?.outcomes.set(outcome, (report.outcomes.get(outcome) ?? 0) + 1);
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

function describe(target: Target, index: number, input: Uint8Array, message: string): ParserFailure {
  const smallest = shrink(input, (candidate) => complaint(target, candidate) === message);
  return { target: target.name, index, message, input: smallest };
}
