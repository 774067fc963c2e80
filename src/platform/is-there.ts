import { libc, pathBytes } from "./libc.ts";

/** What Bun gives as the time of a path that is not there. */
const NEVER = 2 ** 52 - 1;
const EXISTS = 0;

/** Whether anything is at this path: a file, a folder, a device. Without node:fs, whose import costs a millisecond. */
export function isThere(path: string): boolean {
  // No path has a zero in it.
  if (path.includes("\0")) return false;
  const system = libc();
  if (system) return system.access(pathBytes(path), EXISTS) === 0;
  return Bun.file(path.startsWith("/") ? path : `./${path}`).lastModified < NEVER;
}
