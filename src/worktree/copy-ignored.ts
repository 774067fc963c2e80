// Brings what git ignores (build results, settings, installed packages) into a copy of a work tree: many checks need it.
import { lstatSync } from "node:fs";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { splitRecords } from "./path-bytes.ts";
import { type Git, runGit } from "./run-git.ts";

// Large, and full of links that lead out of them.
const INSTALLED = new Set([
  "node_modules",
  "bower_components",
  ".venv",
  "venv",
  "vendor",
  ".yarn",
  ".pnp.cjs",
]);
// holdfast's own files, and other work trees.
const LEFT_OUT = /(^|\/)\.claude\/(runtime|worktrees)(\/|$)/;
const LIST = ["-z", "--others", "--ignored", "--exclude-standard", "--directory"];
/** Of one entry. What is larger is linked, and a command could change it there. */
const MAX_FILES = 2000;
const MAX_BYTES = 32 * 1024 * 1024;

/** The paths that were brought in, from the root; a folder stands for all that is in it. */
export async function copyIgnored(git: Git, folder: string): Promise<string[]> {
  const listed = await runGit(git, ["ls-files", ...LIST]);
  if (!listed.ok) return [];
  const paths = splitRecords(listed.value).map((path) => path.replace(/\/$/, ""));
  const brought = paths.filter(
    (path) => !LEFT_OUT.test(path) && !`${folder}/`.startsWith(`${git.root}/${path}/`),
  );
  for (const path of brought) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    // The commit itself may have something in its place, and a file may be gone again or unreadable.
    await copyOrLink(git, path, `${folder}/${path}`).catch(() => {});
  }
  return brought;
}

async function copyOrLink({ root, until }: Git, path: string, to: string): Promise<void> {
  const from = `${root}/${path}`;
  const mayCopy = (source: string) => isPlain(source) && !LEFT_OUT.test(source.slice(root.length + 1));
  const isLinked =
    INSTALLED.has(path.slice(path.lastIndexOf("/") + 1)) || !(await isSmall(from, until, mayCopy));
  if (isLinked) await symlink(from, to);
  else await cp(from, to, { recursive: true, verbatimSymlinks: true, filter: mayCopy });
}

/** A pipe or a socket cannot be copied. */
function isPlain(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || stats.isDirectory() || stats.isSymbolicLink());
}

async function isSmall(path: string, until: number, mayCopy: (path: string) => boolean): Promise<boolean> {
  let [files, bytes] = [0, 0];
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!mayCopy(next)) continue;
    const stats = lstatSync(next);
    files++;
    bytes += stats.isFile() ? stats.size : 0;
    if (files > MAX_FILES || bytes > MAX_BYTES || performance.now() > until) return false;
    if (stats.isDirectory()) for (const name of await readdir(next)) open.push(`${next}/${name}`);
  }
  return true;
}
