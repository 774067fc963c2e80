// Commands that are killed after a given number of steps, from the sources: the executable takes no orders from a test.
import type { TestMachine } from "./machines.ts";

const ROOT = `${import.meta.dir}/../..`;
const PRELOAD = `${ROOT}/test/helpers/kill-at-step.ts`;

/** False when the command ended before, as it should. */
export async function killAtStep(
  { env, project }: Pick<TestMachine, "env" | "project">,
  step: number,
  words: readonly string[],
  clockMs = 0,
): Promise<boolean> {
  const child = Bun.spawn([process.execPath, "--preload", PRELOAD, `${ROOT}/src/bin/holdfast.ts`, ...words], {
    cwd: project,
    env: {
      HOME: env.home,
      PATH: process.env.PATH,
      HOLDFAST_TEST_KILL_AT: String(step),
      HOLDFAST_TEST_CLOCK_MS: String(clockMs),
    },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [text] = await Promise.all([child.stderr.text(), child.exited]);
  if (child.signalCode === "SIGKILL") return true;
  if (child.exitCode !== 0) throw new Error(`${words.join(" ")}: ${text}`);
  return false;
}
