// Which hosts are tested. By hand a client that cannot be installed is a failure. In CI, where only npm's registry can be
// reached, it is tried twice and then named in the output; the run fails only if none can be installed.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { say } from "../helpers/turns.ts";
import { HOSTS, type HostName, installClient, placesFolder } from "./clients.ts";
import { makeClientPlace, runClient } from "./run-client.ts";

export interface HostToTest {
  host: HostName;
  sandboxed: boolean;
}

const ATTEMPTS = 2;
const MAX_PROBE_MS = 60_000;

/** `isCi`: leave out what cannot be had, and say so. */
export async function findHostsToTest(isCi: boolean): Promise<HostToTest[]> {
  const available = await Promise.all(HOSTS.map((host) => isAvailable(host, isCi)));
  const hosts = HOSTS.filter((_, index) => available[index]);
  if (hosts.length === 0) throw new Error("no client of another agent could be installed");
  const runs = hosts.map((host) => ({ host, sandboxed: false }));
  const hasSandbox = hosts.includes("codex") && (await hasWorkingSandbox(isCi));
  // Only Codex runs commands in a sandbox when nobody is asked.
  return hasSandbox ? [{ host: "codex", sandboxed: true }, ...runs] : runs;
}

/** Whether the client can be installed, and finishes a turn without holdfast. */
async function isAvailable(host: HostName, isCi: boolean): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await installClient(host);
      const { exitCode, output, calls } = await runClient(makeClientPlace(host), [say("Hello.")]);
      if (exitCode !== 0 || calls.length === 0)
        throw new Error(`it finishes no turn (exit code ${exitCode}):\n${output}`);
      return true;
    } catch (error) {
      if (!isCi) throw error;
      if (attempt < ATTEMPTS) continue;
      console.log(`\n!!!!!! NOT TESTED: ${host} could not be installed.\n${error}\n`);
      return false;
    }
  }
}

/** Some systems forbid the namespaces that it needs. */
async function hasWorkingSandbox(isCi: boolean): Promise<boolean> {
  const { exitCode, output } = await probe([...(await installClient("codex")), "sandbox", "--", "true"]);
  if (exitCode === 0) return true;
  const problem = `the sandbox of codex does not work here (exit code ${exitCode}):\n${output}`;
  if (!isCi) throw new Error(problem);
  console.log(`\n!!!!!! NOT TESTED: ${problem}\n`);
  return false;
}

async function probe(command: string[]): Promise<{ exitCode: number; output: string }> {
  const home = join(placesFolder, "probe");
  mkdirSync(home, { recursive: true });
  const child = Bun.spawn(command, {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH ?? "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: MAX_PROBE_MS,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { exitCode, output: stdout + stderr };
}
