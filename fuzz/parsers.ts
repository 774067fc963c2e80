// Runs many hostile inputs through the parsers, in this process.
import { budgetRowTarget } from "./budget-row.ts";
import { configTarget } from "./config.ts";
import { eventTarget } from "./events.ts";
import { OWN_FILE_TARGETS } from "./own-files.ts";
import { readRecorded } from "./payloads.ts";
import { createRandom } from "./random.ts";
import {
  addFailure,
  addOutcome,
  emptyReport,
  type Failure,
  type FuzzOptions,
  type Report,
} from "./report.ts";
import { shrink } from "./shrink.ts";
import type { Target } from "./target.ts";

const PROGRESS_EVERY = 10_000;

export async function fuzzParsers({ seed, count, from = 0, onProgress }: FuzzOptions): Promise<Report> {
  const targets = [eventTarget(await readRecorded()), ...OWN_FILE_TARGETS, configTarget, budgetRowTarget];
  const schedule = targets.flatMap((target) => Array.from({ length: target.weight }, () => target));
  const inherited = Object.getOwnPropertyNames(Object.prototype).join();
  const report = emptyReport();
  for (let index = from; index < from + count; index++) {
    const random = createRandom(seed, index);
    const target = random.pick(schedule);
    const input = target.make(random);
    const tried = tryInput(target, input);
    if ("outcome" in tried) addOutcome(report, `${target.name}: ${tried.outcome}`);
    else
      await addFailure(
        report,
        () => describe(target, index, input, tried.broken),
        `${target.name}: ${tried.broken}`,
      );
    if (++report.done % PROGRESS_EVERY === 0) onProgress?.(report);
  }
  const polluted = Object.getOwnPropertyNames(Object.prototype).join() !== inherited;
  if (polluted) throw new Error("an input changed Object.prototype");
  return report;
}

function tryInput(target: Target, input: Uint8Array): { outcome: string } | { broken: string } {
  try {
    return { outcome: target.check(input) };
  } catch (error) {
    return { broken: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

async function describe(target: Target, index: number, input: Uint8Array, broken: string): Promise<Failure> {
  const smallest = await shrink(input, (candidate) => {
    const tried = tryInput(target, candidate);
    return "broken" in tried && tried.broken === broken;
  });
  return { again: `input:${index}`, where: target.name, message: broken, input: smallest };
}
