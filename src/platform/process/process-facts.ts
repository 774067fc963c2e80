// What the system says about a process.
import { readSmallFile } from "../files.ts";

export interface ProcessStat {
  name: string;
  state: string;
  parent: number;
  group: number;
  /** When it started, in clock ticks since boot. */
  start: string;
}

/** Of Linux: `pid (name) state parent group …`, with the start as the 22nd field. null when the process is gone. */
export function readStat(pid: number | string): ProcessStat | null {
  const file = readSmallFile(`/proc/${pid}/stat`);
  if (file.state !== "read") return null;
  const { text } = file;
  // The name may contain brackets.
  const end = text.lastIndexOf(")");
  const [state = "", parent, group, ...rest] = text.slice(end + 2).split(" ");
  const name = text.slice(text.indexOf("(") + 1, end);
  return { name, state, parent: Number(parent), group: Number(group), start: rest[16] ?? "" };
}

/** Empty if it cannot be run. Commands have full paths, because a project may contain a program of the same name. */
export function runForText(command: string[]): string {
  try {
    return Bun.spawnSync(command, { stderr: "ignore" }).stdout.toString();
  } catch {
    return ""; // Not installed.
  }
}
