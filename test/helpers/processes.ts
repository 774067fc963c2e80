import { existsSync, readFileSync } from "node:fs";

/** False for a process that has ended but was not reaped yet. */
export function isRunning(pid: number | string): boolean {
  const { stdout } = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid).trim()]);
  const state = stdout.toString().trim();
  return state !== "" && !state.startsWith("Z");
}

export async function readPids(path: string, count: number): Promise<number[]> {
  const read = () => (existsSync(path) ? (readFileSync(path, "utf8").match(/\d+(?=\n)/g) ?? []) : []);
  await eventually(() => read().length >= count);
  return read().map(Number);
}

export async function eventuallyGone(pids: readonly number[]): Promise<void> {
  await eventually(() => pids.every((pid) => !isRunning(pid)));
}

async function eventually(holds: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (holds()) return;
    await Bun.sleep(20);
  }
  throw new Error("it did not come true in ten seconds");
}
