// The memory folders (the project's, its session summaries outside git, the person's, and those of what `sync` pulled) and their files. The project may be a
// stranger's, so links are not listed and pipes are not read.
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../../config/environment.ts";
import { readProjectFile } from "../../platform/project-file.ts";
import { CATEGORIES, type Category, FOLDERS } from "../memory.ts";

export interface Root {
  dir: string;
  /** A trusted folder; anything below it may be a planted link. */
  base: string;
  /** The project key; "" for personal memories. */
  key: string;
  /** In a project, meant for git and so readable by others. Other roots are private. */
  shared: boolean;
  categories: readonly Category[];
  /** For memories that `sync` brought from others. */
  from?: "remote" | "team" | "rule";
}

export interface MemoryPlace {
  env: Pick<Environment, "holdfastHome">;
  projectDir: string;
  projectKey: string;
}

const COMMITTED = CATEGORIES.filter((category) => category !== "SESSION_SUMMARY");

export function rootsOf(place: MemoryPlace): Root[] {
  const { summaries, pulled, unknown, team, rules } = privateRoots(place.env, place.projectKey);
  const own = privateRoots(place.env, "");
  return [workTreeRoot(place), summaries, own.pulled, pulled, unknown, own.unknown, team, rules];
}

/** In the project, for git. */
export function workTreeRoot({ projectDir, projectKey }: Omit<MemoryPlace, "env">): Root {
  // The root of the file system already ends in a slash.
  const base = projectDir.replace(/\/$/, "");
  return { dir: `${base}/.claude/memory`, base, shared: true, key: projectKey, categories: COMMITTED };
}

/**
 * Folders of our own, for a project or, with "" as its key, for the person. `pulled`: what `sync` brought, and all personal memories.
 * `unknown`: what machines that nobody confirmed wrote to the remote. `team`: what others of a team wrote; `rules`: those that are rules
 * of the project.
 */
export function privateRoots({ holdfastHome }: MemoryPlace["env"], key: string) {
  const home = `${holdfastHome}/memory`;
  const name = key === "" ? "personal" : Bun.hash(key).toString(16);
  const own = { base: holdfastHome, shared: false, key };
  return {
    pulled: { ...own, dir: key === "" ? home : `${home}/projects/${name}`, categories: COMMITTED } as Root,
    unknown: { ...own, dir: `${home}/remote/${name}`, categories: COMMITTED, from: "remote" } as Root,
    team: { ...own, dir: `${home}/team/${name}`, categories: COMMITTED, from: "team" } as Root,
    rules: { ...own, dir: `${home}/rules/${name}`, categories: COMMITTED, from: "rule" } as Root,
    summaries: { ...own, dir: `${home}/sessions/${name}`, categories: ["SESSION_SUMMARY"] } as Root,
  };
}

export function rootFor(place: MemoryPlace, category: Category, personal: boolean): Root {
  const roots = rootsOf(place).filter((root) => root.categories.includes(category));
  const wanted = roots.find((root) => (root.key === "") === personal) ?? roots[0];
  if (!wanted) throw new Error(`no folder for ${category}`);
  return wanted;
}

/** The root of a row's file, which may lie in another work tree of the project. */
export function rootOfRow(place: MemoryPlace, row: { root: string; project_key: string }): Root {
  const known = rootsOf(place).find((root) => root.dir === row.root);
  if (known) return known;
  const base = row.root.replace(/\/\.claude\/memory$/, "");
  return { dir: row.root, base, shared: true, key: row.project_key, categories: COMMITTED };
}

export interface MemoryFile {
  /** Relative to the root, such as `decisions/use-pnpm.md`. */
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

/** Modification times of the root's folders, by name. Missing folders and links are left out. */
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

/** null when the file is gone or not a plain file. */
export function findFile(root: Root, place: string): MemoryFile | null {
  const stat = lstatSync(`${root.dir}/${place}`, { throwIfNoEntry: false });
  return stat?.isFile() ? { place, mtime: stat.mtimeMs, size: stat.size } : null;
}

/** null when the file is gone, not a plain file, or too large. */
export function readMemoryFile(root: Pick<Root, "base" | "dir">, place: string): string | null {
  const file = readProjectFile(root.base, `${root.dir}/${place}`, MAX_BYTES);
  return file.state === "read" ? file.text : null;
}

/** True when no folder below the base is a link. */
function isRealPath({ base, dir }: Pick<Root, "base" | "dir">): boolean {
  return foldersBetween(base, dir).every((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory());
}

/** Each folder below the base, down to `dir`. */
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
