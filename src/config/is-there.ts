/** What Bun gives as the time of a path that is not there. */
const NEVER = 2 ** 52 - 1;

/** Whether anything is at this path: a file, a folder, a device. Without node:fs, whose import costs a millisecond. */
export function isThere(path: string): boolean {
  return Bun.file(path.startsWith("/") ? path : `./${path}`).lastModified < NEVER;
}
