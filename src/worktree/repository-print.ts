// Whether git has anything new to say about files that did not change themselves: told by the files it keeps its own
// knowledge in.

import { fileStatus } from "../platform/file-status.ts";
import { isThere } from "../platform/is-there.ts";
import { readSmallFile } from "../platform/read-small-file.ts";
import type { Repository } from "./repository.ts";

export interface RepositoryPrint {
  /** The same as long as commit, index, excludes and settings of the repository are. */
  print: string;
  /** When the last of these files changed. */
  changedAt: number;
}

const KIND = 0o170000;
const PLAIN = 0o100000;

/** null when these files do not tell: with submodules, or where references are kept in another way. */
export function printRepository(
  { root, gitDir, commonDir }: Repository,
  branch: string | null,
): RepositoryPrint | null {
  if (isThere(`${root}/.gitmodules`) || isThere(`${commonDir}/reftable`)) return null;
  const files = [`${gitDir}/HEAD`, `${gitDir}/index`, `${gitDir}/config.worktree`];
  files.push(`${commonDir}/packed-refs`, `${commonDir}/config`, `${commonDir}/info/exclude`);
  if (branch !== null) files.push(`${commonDir}/refs/heads/${branch}`);
  let print = "";
  let changedAt = 0;
  for (const file of files) {
    const status = fileStatus(file);
    if (status && (status.mode & KIND) !== PLAIN) return null;
    print += status ? `${status.size}:${status.inode}:${status.ctimeMs} ` : "- ";
    changedAt = Math.max(changedAt, status?.ctimeMs ?? 0);
  }
  return { print, changedAt };
}

/** Two paths may be one file to git, or to the disk. */
export async function foldsNames({ commonDir }: Repository): Promise<boolean> {
  const file = await readSmallFile(`${commonDir}/config`);
  return file.state !== "read" || /ignorecase|precomposeunicode/i.test(file.text);
}
