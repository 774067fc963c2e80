// Determines where a session works, for hooks and commands alike.
import { pathExists } from "../platform/files.ts";
import {
  commonDir,
  mainWorkTree,
  repositoryAt,
  resolveLinks,
  withAncestors,
  workTreeTop,
} from "../platform/repository.ts";
import type { ConfigFormat } from "./config-problem.ts";
import { type Environment, lockPath, projectConfigPath } from "./environment.ts";
import type { Config } from "./schema.ts";

/**
 * The folder that gates judge: where Claude Code was started, or the same folder in the work tree that Claude is in. `startDir`:
 * if known. `cwd`: where the event happened.
 */
export async function findProjectDir(startDir: string | null, cwd: string | null): Promise<string | null> {
  const start = startDir ?? cwd;
  if (start === null || cwd === null || cwd === start) return start;
  return (await folderInOtherWorkTree(start, cwd)) ?? start;
}

/** null unless `cwd` is in another work tree of the same repository as `start`. */
async function folderInOtherWorkTree(start: string, cwd: string): Promise<string | null> {
  const [home, top] = [workTreeTop(start), workTreeTop(cwd)];
  if (home === null || top === null || home === top) return null;
  const [one, other] = await Promise.all([identify(home), identify(top)]);
  if (one === null || other === null || one.shared !== other.shared || one.gitDir === other.gitDir)
    return null;
  const same = `${top}${start.slice(home.length)}`;
  return pathExists(same) ? same : top;
}

async function identify(top: string): Promise<{ shared: string; gitDir: string } | null> {
  const [repository, shared] = await Promise.all([repositoryAt(top), commonDir(top)]);
  return repository && shared !== null ? { shared, gitDir: await resolveLinks(repository.gitDir) } : null;
}

/** A folder and its parents up to the top of the work tree, the nearest first; outside a repository the folder alone. */
export function listFoldersUpwards(dir: string): string[] {
  const top = workTreeTop(dir);
  return top === null ? [dir] : withAncestors(dir).filter((folder) => folder.length >= top.length);
}

export interface ProjectFile {
  path: string;
  format: ConfigFormat;
  /** The folder to which the file applies. */
  folder: string;
  /** The file's work tree, which links must not lead out of. */
  root: string;
  /** Relative to the top of the work tree. */
  name: string;
}

/** A project's config files by their place in its folder. A later one takes precedence. */
const CONFIG_FILES: readonly [name: string, format: ConfigFormat][] = [
  ["memory-config.json", "memory-config"],
  [".claude/memory-config.json", "memory-config"],
  [".claude/memory/memory-config.json", "memory-config"],
  [".claude/tools/amplihack/.reflection_config", "reflection-config"],
  [".claude/holdfast.json", "holdfast"],
];

/**
 * The config files that apply in a folder, the outermost first. A linked work tree without one of ours uses those of the main
 * one, which may not be committed.
 */
export async function findConfigFiles(dir: string): Promise<ProjectFile[]> {
  const folders = listFoldersUpwards(dir).reverse();
  const top = folders[0] ?? dir;
  const own = listConfigFiles(folders, top, top);
  const hasOurs = own.some(({ format }) => format === "holdfast");
  if (hasOurs || pathExists(`${top}/.git/HEAD`) || !pathExists(`${top}/.git`)) return own;
  const main = await mainWorkTree(top);
  return main === null ? own : listConfigFiles(folders, top, main);
}

/** `root`: the work tree to look in, which may be another than that of `top`. */
function listConfigFiles(folders: readonly string[], top: string, root: string): ProjectFile[] {
  return folders.flatMap((folder) =>
    CONFIG_FILES.flatMap(([place, format]) => {
      const path = `${root}${folder.slice(top.length)}/${place}`;
      const name = path.slice(root.length).replace(/^\/+/, "");
      return pathExists(path) ? [{ path, format, folder, root, name }] : [];
    }),
  );
}

/** The nearest folder with a config file of its own; undefined if there is none up to the top of the work tree. */
export function findConfiguredFolder(dir: string): string | undefined {
  return listFoldersUpwards(dir).find((folder) => pathExists(projectConfigPath(folder)));
}

/** The folder whose lock holds a session: the nearest with a lock, or null. */
export function findLockFolder({
  startDir,
  projectDir,
}: Record<"startDir" | "projectDir", string | null>): string | null {
  if (startDir === null || projectDir === null) return null;
  const folders = new Set([...listFoldersUpwards(projectDir), ...listFoldersUpwards(startDir)]);
  return [...folders].find((folder) => pathExists(lockPath(folder))) ?? null;
}

/** Whether a project is recorded at all. */
export function mayCapture(
  { env, projectDir }: { env: Environment; projectDir: string | null },
  { capture }: Config,
): boolean {
  return capture.enabled && !isExcludedProject(projectDir, capture.exclude, env.home);
}

export function isExcludedProject(
  projectDir: string | null,
  { projects }: Pick<Config["capture"]["exclude"], "projects">,
  home: string,
): boolean {
  if (projectDir === null) return false;
  return projects.some((pattern) => {
    const full = pattern.startsWith("~/") ? `${home}${pattern.slice(1)}` : pattern;
    const folder = full.replace(/\/+$/, "");
    return withAncestors(projectDir).some((dir) => dir === folder || matchesGlob(folder, dir));
  });
}

/** An invalid pattern matches nothing. */
export function matchesGlob(pattern: string, text: string): boolean {
  try {
    return new Bun.Glob(pattern).match(text);
  } catch {
    return false;
  }
}
