import { libc, pathBytes } from "./libc.ts";

/** False for what is not there. */
export async function isLink(path: string): Promise<boolean> {
  if (path.includes("\0")) return false;
  const system = libc();
  if (system) return system.readlink(pathBytes(path), new Uint8Array(1), 1) >= 0;
  const { lstatSync } = await import("node:fs");
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
