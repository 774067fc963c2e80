// Takes our lines out of the repositories that had sessions (src/store/git-exclude.ts).
import { unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { databasePath, type Environment } from "../config/environment.ts";
import { replaceProjectFile } from "../platform/atomic-file.ts";
import { pathExists } from "../platform/files.ts";
import { EXCLUDED, excludePath, readExclude } from "../store/git-exclude.ts";
import { openLedger, StoreError } from "../store/open.ts";

/** The files that have our lines. */
export async function findExcludes(env: Environment, projectDir: string): Promise<string[]> {
  const paths = await Promise.all([projectDir, ...(await listProjects(env))].map(excludePath));
  return [...new Set(paths.filter((path) => path !== null))].filter((path) =>
    readExclude(path)?.includes(EXCLUDED),
  );
}

export async function removeExcludes(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const text = readExclude(path) ?? "";
    const rest = text.replace(EXCLUDED, "");
    if (rest === "") await unlink(path);
    else replaceProjectFile(dirname(dirname(path)), path, text, rest);
  }
}

async function listProjects(env: Environment): Promise<string[]> {
  const path = databasePath(env);
  if (!pathExists(path)) return [];
  try {
    const store = await openLedger(path);
    const rows = store
      .query("SELECT DISTINCT project_dir AS dir FROM sessions WHERE project_dir IS NOT NULL")
      .all();
    store.close();
    return (rows as { dir: string }[]).map(({ dir }) => dir);
  } catch (error) {
    // A database out of order must not keep anybody from uninstalling.
    if (error instanceof StoreError) return [];
    throw error;
  }
}
