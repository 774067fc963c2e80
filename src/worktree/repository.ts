// The repository of a folder, found as git finds it but without starting git.
import { pathExists, readSmallFile } from "../platform/files.ts";

export interface Repository {
  /** The top of the work tree. */
  root: string;
  gitDir: string;
  /** Differs from `gitDir` in a linked work tree: objects, refs and config are shared there. */
  commonDir: string;
}

/** The top of the work tree that holds this folder. */
export async function gitRoot(dir: string): Promise<string | null> {
  return (await findRepository(dir))?.root ?? null;
}

/** A bare repository is never taken for one: its files may be part of a stranger's clone. */
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
  const file = await readSmallFile(link);
  const target = file.state === "read" ? /^gitdir: ([^\n\r\0]+)/.exec(file.text)?.[1] : undefined;
  if (target === undefined) return null;
  const gitDir = below(root, target);
  return { root, gitDir, commonDir: await followCommonDir(gitDir) };
}

/** Paths in git's own files are relative to the folder they are about. */
export function below(folder: string, path: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

async function followCommonDir(gitDir: string): Promise<string> {
  const file = await readSmallFile(`${gitDir}/commondir`);
  const target = file.state === "read" ? file.text.trim() : "";
  return target === "" ? gitDir : below(gitDir, target);
}

/** The folder itself first. */
function withAncestors(dir: string): string[] {
  const folders: string[] = [];
  let folder = dir;
  while (folder.endsWith("/")) folder = folder.slice(0, -1);
  for (; folder !== ""; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) folders.push(folder);
  return [...folders, "/"];
}
