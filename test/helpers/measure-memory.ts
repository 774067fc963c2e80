// How much memory a run of the executable takes at most.
import { EXECUTABLE, type Place } from "./holdfast.ts";

const MEASURE = `
  const child = Bun.spawn(process.argv.slice(1), { stdout: "inherit" });
  const exitCode = await child.exited;
  console.error(JSON.stringify({ exitCode, bytes: child.resourceUsage()?.maxRSS }));
`;

export interface Measured {
  exitCode: number;
  stdout: string;
  bytes: number;
}

/** By a small process in between: Linux counts the memory of whoever starts a program as that program's own. */
export async function measureMemory(place: Place, ...args: string[]): Promise<Measured> {
  const child = Bun.spawn([process.execPath, "-e", MEASURE, EXECUTABLE, ...args], {
    env: { HOME: place.home, PATH: process.env.PATH ?? "" },
    cwd: place.project,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { stdout, ...JSON.parse(stderr) };
}
