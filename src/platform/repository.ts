// Finds the repository of a folder as git does, but without starting git.
import { pathExists, readSmallFile } from "./files.ts";
import { linkCalls, pathBytes } from "./libc.ts";
import { isAbsolutePath, pathSeparator, withSlashes } from "./system.ts";

/** The system's PATH_MAX: the buffer that `realpath` needs. */
const MAX_PATH_BYTES = 4096;

export interface Repository {
  /** The top of the work tree. */
  root: string;
  gitDir: string;
  /** Differs from `gitDir` in a linked work tree: objects, refs and config are shared there. */
  commonDir: string;
}

export async function gitRoot(dir: string): Promise<string | null> {
  return (await findRepository(dir))?.root ?? null;
}

/** Ignores bare repositories: their files may be part of a stranger's clone. */
export async function findRepository(dir: string): Promise<Repository | null> {
  for (const folder of withAncestors(dir)) {
    const repository = pathExists(`${folder}/.git`) ? await repositoryAt(folder) : null;
    if (repository !== null) return repository;
  }
  return null;
}

export async function repositoryAt(root: string): Promise<Repository | null> {
  const link = `${root}/.git`;
  if (pathExists(`${link}/HEAD`)) return { root, gitDir: link, commonDir: await followCommonDir(link) };
  const file = readSmallFile(link);
  const target = file.state === "read" ? /^gitdir: ([^\n\r\0]+)/.exec(file.text)?.[1] : undefined;
  if (target === undefined) return null;
  const gitDir = resolveFrom(root, target);
  return { root, gitDir, commonDir: await followCommonDir(gitDir) };
}

/** Paths in git's files may be relative to a folder. */
export function resolveFrom(folder: string, path: string): string {
  return isAbsolutePath(path) ? path : `${folder}/${path}`;
}

async function followCommonDir(gitDir: string): Promise<string> {
  const file = readSmallFile(`${gitDir}/commondir`);
  const target = file.state === "read" ? file.text.trim() : "";
  return target === "" ? gitDir : resolveFrom(gitDir, target);
}

/** The nearest folder with a `.git`, which is not read; null without one. */
export function workTreeTop(dir: string): string | null {
  return withAncestors(dir).find((folder) => pathExists(`${folder === "/" ? "" : folder}/.git`)) ?? null;
}

/**
 * The git common directory, with links resolved; null without a repository. A `.git` file is not followed to a repository that
 * does not point back: an unpacked archive must not pass for another project.
 */
export async function commonDir(dir: string): Promise<string | null> {
  const repository = await findRepository(dir);
  if (repository === null) return null;
  const { root, gitDir, commonDir: shared } = repository;
  const own = `${await resolveLinks(root)}/.git`;
  if (gitDir === `${root}/.git` && shared === gitDir) return resolveLinks(gitDir);
  return (await pointsBack(repository, own)) ? resolveLinks(shared) : own;
}

/** The main work tree of a linked one; null for any other. */
export async function mainWorkTree(root: string): Promise<string | null> {
  if (pathExists(`${root}/.git/HEAD`)) return null;
  const shared = await commonDir(root);
  const main = shared?.endsWith("/.git") ? shared.slice(0, -"/.git".length) || "/" : null;
  return main !== null && (await resolveLinks(root)) !== main ? main : null;
}

/** Identifies a project: the same for all work trees of a repository and all folders in them. */
export async function projectKey(dir: string): Promise<string> {
  const shared = await commonDir(dir);
  if (shared !== null) return shared.replace(/\/\.git$/, "") || "/";
  return resolveLinks(dir);
}

async function pointsBack({ root, gitDir }: Repository, own: string): Promise<boolean> {
  // A linked work tree is named in `gitdir`, a submodule's in `core.worktree`.
  const linked = readSmallFile(`${gitDir}/gitdir`);
  if (linked.state === "read") return (await resolveLinks(resolveFrom(gitDir, linked.text.trim()))) === own;
  const config = readSmallFile(`${gitDir}/config`);
  const worktree =
    config.state === "read" ? /^\s*worktree\s*=\s*(.+?)\s*$/im.exec(config.text)?.[1] : undefined;
  if (worktree !== undefined) return `${await resolveLinks(resolveFrom(gitDir, worktree))}/.git` === own;
  // A bare repository beside its work trees.
  return (await resolveLinks(gitDir)).startsWith(`${await resolveLinks(root)}/`);
}

/** Returns the path unchanged if it cannot be resolved. */
export async function resolveLinks(path: string): Promise<string> {
  if (path.includes("\0")) return path;
  const system = linkCalls();
  if (system) {
    const resolved = new Uint8Array(MAX_PATH_BYTES);
    if (system.realpath(pathBytes(path), resolved) === null) return path;
    return new TextDecoder().decode(resolved.subarray(0, resolved.indexOf(0)));
  }
  const { realpath } = await import("node:fs/promises");
  return withSlashes(await realpath(path).catch(() => path));
}

/** The folder itself first. */
export function withAncestors(dir: string): string[] {
  const folders: string[] = [];
  let folder = dir;
  while (folder.endsWith("/")) folder = folder.slice(0, -1);
  for (; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) folders.push(folder);
  return [...folders, "/"];
}

/** PATH without relative folders and folders in `root`, also by a link: programs found there must not run. */
export async function searchPathOutside(path: string, root: string): Promise<string> {
  const top = `${await resolveLinks(root)}/`;
  const folders = path.split(pathSeparator()).filter((folder) => isAbsolutePath(folder));
  const real = await Promise.all(folders.map(resolveLinks));
  return folders.filter((_, index) => !`${real[index]}/`.startsWith(top)).join(pathSeparator());
}

interface ProgramPlace {
  path: string;
  home: string;
  /** Where the session runs, if it is known. */
  projectDir: string | null;
}

/**
 * PATH for programs that work for the person wherever this process runs: without relative folders and those of the project. A
 * project that has the home folder in it is none, because people keep their own programs there.
 */
export async function ownSearchPath({ path, home, projectDir }: ProgramPlace): Promise<string> {
  const owned = `${await resolveLinks(home)}/`;
  let left = path;
  for (const dir of new Set([projectDir ?? "", process.cwd()])) {
    if (dir === "") continue;
    for (const root of [await gitRoot(dir), dir]) {
      const isProject =
        root !== null && !owned.startsWith(`${(await resolveLinks(root)).replace(/\/$/, "")}/`);
      if (isProject) left = await searchPathOutside(left, root);
    }
  }
  return left
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":");
}
