// Measures from spawn to exit, every row once per round in a new order, so that disturbances affect all rows alike.

import { createRandom } from "../fuzz/random.ts";
import { faultLogPath } from "../src/config/environment.ts";
import { type Case, payloadOf } from "./cases.ts";
import type { Stage } from "./stage.ts";

const WARM_UP_ROUNDS = 3;

/** Milliseconds by row. */
export async function measureInterleaved(
  stage: Stage,
  cases: readonly Case[],
  rounds: number,
  onRound: (done: number) => void,
): Promise<Map<Case, number[]>> {
  const times = new Map<Case, number[]>(cases.map((each) => [each, []]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const each of shuffle(cases, round + WARM_UP_ROUNDS)) {
      each.prepare?.();
      const took = await measureOnce(stage, each, round + WARM_UP_ROUNDS);
      if (round >= 0) times.get(each)?.push(took);
    }
    onRound(round + 1);
  }
  for (const home of new Set(cases.map((each) => each.home ?? stage.home))) await assertSound(home);
  return times;
}

/** Ensures that no hook failed: a failing hook allows quickly. */
export async function assertSound(home: string): Promise<void> {
  const log = Bun.file(faultLogPath({ holdfastHome: `${home}/.holdfast` }));
  if (await log.exists())
    throw new Error(`hooks failed while they were measured:\n${(await log.text()).slice(0, 2000)}`);
}

async function measureOnce(stage: Stage, each: Case, round: number): Promise<number> {
  const payload = each.payload?.(round) ?? payloadOf(stage, "Stop", {});
  const bytes = Buffer.from(JSON.stringify(payload));
  const home = each.home ?? stage.home;
  const cwd = each.cwd ?? stage.project;
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    TMPDIR: home,
    CLAUDE_PROJECT_DIR: cwd,
    ...each.env,
  };
  const startedAt = performance.now();
  const child = Bun.spawn(each.command, { cwd, env, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
  const [took, stdout, stderr] = await Promise.all([
    child.exited.then(() => performance.now() - startedAt),
    child.stdout.text(),
    child.stderr.text(),
    feed(child.stdin, bytes),
  ]);
  const right = each.says === undefined ? stdout === "" : stdout.includes(each.says);
  if (child.exitCode !== 0 || !right) {
    throw new Error(`${each.name} did something else: exit ${child.exitCode}\n${stdout}${stderr}`);
  }
  return took;
}

async function feed(stdin: Bun.FileSink, bytes: Uint8Array): Promise<void> {
  try {
    stdin.write(bytes);
    await stdin.end();
  } catch {
    // A program that does not read may have ended.
  }
}

function shuffle<T>(items: readonly T[], round: number): T[] {
  const random = createRandom(1, round);
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
