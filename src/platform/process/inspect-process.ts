// Inspects processes that we did not start, or no longer wait for.
import { readdirSync, readlinkSync } from "node:fs";
import { IS_WINDOWS } from "../system.ts";
import { type ProcessStat, readStat, runForText } from "./process-facts.ts";
import { endGroup } from "./process-group.ts";
import { isAlive } from "./start-self.ts";

const IS_LINUX = process.platform === "linux";

/** When a process started, as an opaque text that tells it from a later process with the same id. null when there is none. */
export function processStart(pid: number): string | null {
  if (IS_LINUX) return readLiving(pid)?.start ?? null;
  // A later process with the same id is not told apart there.
  if (IS_WINDOWS) return isAlive(pid) ? "alive" : null;
  const [state = "", ...start] = runForText(["/bin/ps", "-o", "stat=,lstart=", "-p", String(pid)])
    .trim()
    .split(/\s+/);
  return state === "" || state.startsWith("Z") ? null : start.join(" ");
}

/** Ends every process group with a member whose working directory is inside the folder. */
export async function endProcessesIn(folder: string): Promise<void> {
  if (IS_WINDOWS) return;
  const groups = IS_LINUX ? groupsByProc(folder) : groupsByLsof(folder);
  await Promise.all([...new Set(groups)].filter((group) => group > 1).map((group) => endGroup(group)));
}

function groupsByProc(folder: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) return [];
    } catch {
      return []; // Another user's process, or one that has ended.
    }
    return readLiving(Number(pid))?.group ?? [];
  });
}

/** `lsof` prints a line with `p` and the process id, one with `g` and the group, and one with `n` and the folder. */
function groupsByLsof(folder: string): number[] {
  let group = 0;
  return runForText(["/usr/sbin/lsof", "-a", "-d", "cwd", "-Fpgn"])
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("g")) group = Number(line.slice(1));
      return line.startsWith("n") && line.includes(`${folder}/`) ? [group] : [];
    });
}

/** null for zombies: if the first process of a container does not reap them, they stay for ever. */
function readLiving(pid: number): ProcessStat | null {
  const stat = readStat(pid);
  return stat === null || "ZX".includes(stat.state) ? null : stat;
}
