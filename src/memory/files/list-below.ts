import { readdirSync } from "node:fs";
import { join } from "node:path";

const MAX_FILES = 20_000;

/** Plain files with that ending, in the order of their names; links are not followed. */
export function listBelow(dir: string, ending: string, depth: number): string[] {
  const entries = readdirSync(dir, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries
    .flatMap((entry) => {
      if (entry.name.startsWith(".")) return [];
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return depth > 1 ? listBelow(path, ending, depth - 1) : [];
      return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
    })
    .slice(0, MAX_FILES);
}
