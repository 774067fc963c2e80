import { readdir } from "node:fs/promises";

/** Names of damaged files of the store that were set aside: what was recorded stands in them still. */
export async function listSetAside(holdfastHome: string): Promise<string[]> {
  const names = await readdir(holdfastHome).catch(() => []); // No folder: nothing was set aside.
  return names.filter((name) => /^holdfast(-memory)?\.db\.corrupt-.*(?<!-wal|-shm)$/.test(name)).sort();
}
