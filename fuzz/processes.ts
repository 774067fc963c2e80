// Runs the built executable many times, a few at a time.
import { readRecorded } from "./payloads.ts";
import { makeTemplate } from "./place.ts";
import {
  addFailure,
  addOutcome,
  emptyReport,
  type Failure,
  type FuzzOptions,
  type Report,
} from "./report.ts";
import { type RunContext, type RunResult, runOnce } from "./run.ts";
import { shrink } from "./shrink.ts";

export interface ProcessOptions extends FuzzOptions {
  executable: string;
  /** An empty folder. */
  base: string;
}

const AT_ONCE = 4;
const SHRINK_TRIES = 60;

export async function fuzzProcesses(options: ProcessOptions): Promise<Report> {
  const { seed, count, from = 0, executable, base, onProgress } = options;
  const [template, recorded] = await Promise.all([
    makeTemplate(executable, `${base}/template`),
    readRecorded(),
  ]);
  const context = { seed, executable, base, template, recorded };
  const report = emptyReport();
  let next = from;
  async function work(): Promise<void> {
    while (next < from + count) {
      const index = next++;
      const result = await runOnce(context, index);
      const { broken } = result;
      if (broken === null) addOutcome(report, result.outcome);
      else
        await addFailure(
          report,
          () => describe(context, index, result, broken),
          `${broken}: ${result.where}`,
        );
      report.done++;
      onProgress?.(report);
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, work));
  return report;
}

async function describe(
  context: RunContext,
  index: number,
  result: RunResult,
  broken: string,
): Promise<Failure> {
  // A hanging run takes seconds, so its input is not shrunk.
  const tries = broken.startsWith("no answer") ? 0 : SHRINK_TRIES;
  const fails = async (candidate: Uint8Array) => (await runOnce(context, index, candidate)).broken === broken;
  const input = await shrink(result.payload, fails, tries);
  return { again: `run:${index}`, where: `${result.where}; ${result.streams}`, message: broken, input };
}
