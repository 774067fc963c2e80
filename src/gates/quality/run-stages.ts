// Stage after stage, side by side within one, until a stage fails.
import type { Check, Stage } from "../commands/check.ts";

/** `undefined`: the check was not run, for want of time or because somebody ended it. */
export type RunOne<R> = (check: Check) => Promise<R | undefined>;

export interface CheckRun<R> {
  check: Check;
  result: R | undefined;
}

/** The results in the order of the config. */
export async function runStages<R extends { outcome: string }>(
  stages: readonly Stage[],
  runOne: RunOne<R>,
  atOnce: number,
): Promise<CheckRun<R>[]> {
  const done: CheckRun<R>[] = [];
  for (const { checks } of stages) {
    const results = await inParallel(checks, runOne, atOnce);
    done.push(...results);
    if (results.some(isRefusal)) break;
  }
  return done;
}

/** A check that could not be made says nothing against going on. */
function isRefusal({ check, result }: CheckRun<{ outcome: string }>): boolean {
  if (result === undefined) return true;
  return result.outcome === "failed" || (result.outcome === "timeout" && check.onTimeout === "block");
}

async function inParallel<R>(
  checks: readonly Check[],
  runOne: RunOne<R>,
  atOnce: number,
): Promise<CheckRun<R>[]> {
  const results: CheckRun<R>[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < checks.length; index = next++) {
      const check = checks[index] as Check;
      results[index] = { check, result: await runOne(check) };
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, checks.length)) }, work));
  return results;
}
