// Copies the work tree, as it is now, into a repository of its own. Dependencies are linked, because they are large; nothing secret and
// nothing else that git ignores is copied.
import { lstatSync } from "node:fs";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isSensitivePath } from "../../../text/redaction/sensitive-path.ts";
import { type Git, runGit, splitRecords } from "../../../worktree/run-git.ts";
import { INSTALLED_FOLDERS } from "../../../worktree/temporary-worktree.ts";

const MAX_FILES = 20_000;
const MAX_BYTES = 256 * 1024 * 1024;
const DATABASE = /\.(?:db|sqlite3?|mdb|rdb)(?:-wal|-shm)?$/i;
const IGNORED = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];

/** The copied files; a text says why it cannot be copied. */
export async function copyProject(git: Git, to: string): Promise<ReadonlySet<string> | string> {
  const tracked = await runGit(git, ["ls-files", "-z", "--cached"]);
  const others = await runGit(git, ["ls-files", "-z", "--others", "--exclude-standard"]);
  const ignored = await runGit(git, IGNORED);
  if (!tracked.ok || !others.ok || !ignored.ok) return "git could not list the files";
  const untracked = splitRecords(others.value);
  const own = untracked.filter((path) => !path.split("/").some((part) => INSTALLED_FOLDERS.has(part)));
  const paths = new Set([...splitRecords(tracked.value), ...own].filter((path) => !isLeftOut(path)));
  if (paths.size > MAX_FILES) return "it has too many files";
  let bytes = 0;
  for (const path of paths) {
    const stats = lstatSync(`${git.root}/${path}`, { throwIfNoEntry: false });
    if (!stats || !(stats.isFile() || stats.isSymbolicLink())) continue;
    bytes += stats.size;
    if (bytes > MAX_BYTES) return "it is too large";
    if (performance.now() > git.until) return "copying took too long";
    await mkdir(dirname(`${to}/${path}`), { recursive: true });
    await cp(`${git.root}/${path}`, `${to}/${path}`, { verbatimSymlinks: true });
  }
  // A linked folder of dependencies is not ignored by the pattern of a folder.
  const folders = [...splitRecords(ignored.value), ...untracked];
  for (const path of new Set(folders.map((one) => one.replace(/\/$/, "")))) {
    if (!INSTALLED_FOLDERS.has(path.slice(path.lastIndexOf("/") + 1))) continue;
    await mkdir(dirname(`${to}/${path}`), { recursive: true });
    await symlink(`${git.root}/${path}`, `${to}/${path}`);
  }
  await initRepository(`${to}/.git`);
  return paths;
}

/** Secrets, databases and what tells agents what to do. */
export function isLeftOut(path: string): boolean {
  return isSensitivePath(path) || DATABASE.test(path) || path.startsWith(".claude/");
}

/** As `git init` makes it, without the user's templates. */
async function initRepository(folder: string): Promise<void> {
  for (const name of ["objects", "refs/heads"]) await mkdir(`${folder}/${name}`, { recursive: true });
  await writeFile(`${folder}/HEAD`, "ref: refs/heads/main\n");
  await writeFile(`${folder}/config`, "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}
