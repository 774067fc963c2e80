import { readFileSync } from "node:fs";

/** One that has ended and was not collected yet does not count. */
export function isRunning(pid: number | string): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${String(pid).trim()}/status`, "utf8"));
  } catch {
    return false;
  }
}
