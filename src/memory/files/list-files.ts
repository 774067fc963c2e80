// Lists and reads memory files. The project may be a stranger's: links are not listed, pipes are not read.
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile } from "../../platform/project-file.ts";
import { FOLDERS } from "../memory.ts";
import type { Root } from "./roots.ts";

export interface MemoryFile {
  /** Below the root, such as `decisions/use-pnpm.md`. */
  place: string;
  mtime: number;
  size: number;
}

const MAX_FILES = 50_000;
const MAX_LISTED = 20_000;
const MAX_BYTES = 512 * 1024;

export function listFiles(root: Root): MemoryFile[] {
  if (!isRealPath(root)) return [];
  return root.categories.flatMap((category) => listFolder(root, FOLDERS[category])).slice(0, MAX_FILES);
}

/** Modification times of its folders, by name. Those that are missing or links are left out. */
export function folderTimes(root: Root): Record<string, number> {
  const times: Record<string, number> = {};
  if (!isRealPath(root)) return times;
  for (const category of root.categories) {
    const folder = FOLDERS[category];
    const stat = lstatSync(`${root.dir}/${folder}`, { throwIfNoEntry: false });
    if (stat?.isDirectory()) times[folder] = stat.mtimeMs;
  }
  return times;
}

/** null when it is gone or not a plain file. */
export function findFile(root: Root, place: string): MemoryFile | null {
  const stat = lstatSync(`${root.dir}/${place}`, { throwIfNoEntry: false });
  return stat?.isFile() ? { place, mtime: stat.mtimeMs, size: stat.size } : null;
}

/** null when it is gone, not a plain file, or too large. */
export function readMemoryFile(root: Root, place: string): string | null {
  const file = readProjectFile(root.base, `${root.dir}/${place}`, MAX_BYTES);
  return file.state === "read" ? file.text : null;
}

/** No folder below the base is a link. */
function isRealPath({ base, dir }: Pick<Root, "base" | "dir">): boolean {
  return foldersBetween(base, dir).every((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory());
}

/** Each folder from the base, which is left out, down to `dir`. */
export function foldersBetween(base: string, dir: string): string[] {
  const parts = dir.slice(base.length).split("/").filter(Boolean);
  return parts.map((_, n) => [base, ...parts.slice(0, n + 1)].join("/"));
}

function listFolder(root: Root, folder: string): MemoryFile[] {
  const dir = `${root.dir}/${folder}`;
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return [];
  let names: string[];
  try {
    names = readdirSync(dir);
  } catch {
    return []; // Not readable.
  }
  return names
    .filter((name) => name.endsWith(".md") && !name.startsWith("."))
    .flatMap((name) => findFile(root, `${folder}/${name}`) ?? []);
}

/** Plain files with this ending in any folder up to `depth`, sorted by name. Links are not followed. */
export function listBelow(dir: string, ending: string, depth: number): string[] {
  const entries = readdirSync(dir, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries
    .flatMap((entry) => {
      if (entry.name.startsWith(".")) return [];
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return depth > 1 ? listBelow(path, ending, depth - 1) : [];
      return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
    })
    .slice(0, MAX_LISTED);
}
