// Folders we may have to make, and take away again when nobody else uses them.
import { access, chmod, mkdir, rmdir } from "node:fs/promises";
import { dirname } from "node:path";

/** The folder and its ancestors as far as they do not exist, outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? [] : [...(await missingFolders(dirname(path))), path];
}

/** mkdir -p whose mode does not depend on the umask. */
export async function makeFolders(path: string, mode: number): Promise<void> {
  const missing = await missingFolders(path);
  await mkdir(path, { recursive: true });
  for (const folder of missing) await chmod(folder, mode);
}

/** Removes those that are empty, innermost first. */
export async function removeEmptyFolders(folders: string[]): Promise<void> {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    await rmdir(folder).catch(() => {}); // Not empty, or gone already: both are as it should be.
  }
}
