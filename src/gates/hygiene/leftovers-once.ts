// What was found in the session's added lines, kept while neither they nor the rules change: to compare files with what
// they were takes git.
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/environment.ts";
import { VERSION } from "../../config/version.ts";
import { readSmallFile } from "../../platform/files.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import type { GatheredChanges } from "../engine/gather-changes.ts";
import type { Leftover } from "./leftover.ts";

interface Case {
  env: Pick<Environment, "holdfastHome">;
  sessionId: string;
  changes: GatheredChanges;
  hygiene: Config["hygiene"];
}

interface Search {
  found: Leftover[];
  /** Nothing was passed over. */
  isWhole: boolean;
}

export async function leftoversOnce(given: Case, search: () => Promise<Search>): Promise<Leftover[]> {
  const path = `${baselineDir(given.env, given.sessionId)}/leftovers.json`;
  const key = keyOf(given);
  const kept = await readKept(path, key);
  if (kept) return kept;
  const { found, isWhole } = await search();
  if (isWhole) await write(path, { key, found });
  return found;
}

function keyOf({ changes, hygiene }: Case): string {
  const { start, tree, files } = changes;
  const parts = [VERSION, start.fingerprint, tree.fingerprint, files.map(({ path }) => path), hygiene];
  return Bun.hash(JSON.stringify(parts)).toString(36);
}

async function readKept(path: string, key: string): Promise<Leftover[] | null> {
  const file = await readSmallFile(path);
  if (file.state !== "read") return null;
  try {
    const kept = JSON.parse(file.text);
    return kept.key === key && Array.isArray(kept.found) ? kept.found : null;
  } catch {
    return null; // Torn.
  }
}

/** What cannot be kept is looked for again. */
async function write(path: string, kept: object): Promise<void> {
  try {
    const { replaceFileUnsynced } = await import("../../platform/replace-file.ts");
    await replaceFileUnsynced(path, JSON.stringify(kept));
  } catch {
    // The folder may be read-only; the findings stand.
  }
}
