// Measures the peak memory of a run of the executable.
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

/** Through a small process in between, because Linux counts the memory of the parent at the start of a program. */
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
