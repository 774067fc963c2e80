// Folders we may have to make, and take away again when nobody else uses them.
import { access, rmdir } from "node:fs/promises";
import { dirname } from "node:path";

/** The folder and its ancestors as far as they do not exist, outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? [] : [...(await missingFolders(dirname(path))), path];
}

/** Removes those that are empty, innermost first. */
export async function removeEmptyFolders(folders: string[]): Promise<void> {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    await rmdir(folder).catch(() => {}); // Not empty, or gone already: both are as it should be.
  }
}
