// Which projects of this machine are the same as those of others: by the URL that they were cloned from, or by a name in the user's own
// config. A clone cannot name itself.
import { existsSync } from "node:fs";
import type { Environment } from "../config/environment.ts";
import type { Config } from "../config/schema.ts";
import { findRepository, projectKey } from "../platform/repository.ts";
import type { Store } from "../store/open.ts";
import { knownProjectDirs } from "../store/sessions.ts";
import { isPlainName } from "../text/printable.ts";
import { openGit, runGit, splitRecords } from "../worktree/run-git.ts";

export interface SyncProject {
  /** The same on all machines; "" for personal memories. */
  name: string;
  /** "" for personal memories. */
  key: string;
  /** Its work trees. */
  dirs: string[];
}

interface ProjectSources {
  env: Environment;
  store: Store;
  config: Config;
  projectDir?: string;
}

const GIT_MS = 10_000;
const MEMORY_FOLDER = ".claude/memory";

/** The person's own memories, and the projects that have a name. `unnamed`: folders of those that do not. */
export async function listSyncProjects({
  env,
  store,
  config,
  projectDir,
}: ProjectSources): Promise<{ projects: SyncProject[]; unnamed: string[] }> {
  const projects: SyncProject[] = [{ name: "", key: "", dirs: [] }];
  const unnamed: string[] = [];
  for (const dir of listDirs(store, projectDir)) {
    const key = await projectKey(dir);
    const known = projects.find((project) => project.key === key);
    if (known) known.dirs.push(dir);
    else {
      const name = config.sync.projects[dir] ?? config.sync.projects[key] ?? (await nameOfRemote(env, dir));
      if (name !== null && isPlainName(name)) projects.push({ name, key, dirs: [dir] });
      else unnamed.push(dir);
    }
  }
  return { projects, unnamed };
}

/** Folders that had sessions or have memories, the tops of their work trees. */
function listDirs(store: Store, projectDir: string | undefined): string[] {
  const roots = store.query("SELECT root FROM memory_roots WHERE project_key <> ''").all() as {
    root: string;
  }[];
  const withMemories = roots.flatMap(({ root }) => /^(\/.*)\/\.claude\/memory$/.exec(root)?.[1] ?? []);
  const known = [
    ...knownProjectDirs(store),
    ...withMemories,
    ...(projectDir === undefined ? [] : [projectDir]),
  ];
  return [...new Set(known)].filter((dir) => existsSync(dir)).toSorted();
}

async function nameOfRemote(env: Environment, dir: string): Promise<string | null> {
  const repository = await findRepository(dir);
  if (repository === null) return null;
  const git = openGit(repository.root, { env, deadlineMs: GIT_MS });
  const run = await runGit(git, ["config", "--local", "--get", "remote.origin.url"]);
  return run.ok ? normaliseRemote(new TextDecoder().decode(run.value).trim()) : null;
}

/** `github.com/acme/shop` for every way to write it; null for a folder on this machine, which says nothing to others. */
export function normaliseRemote(url: string): string | null {
  const [, host, path] =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(url) ??
    /^(?:[^@/:]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(url) ??
    [];
  if (host === undefined || path === undefined) return null;
  const plain = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  // Hosts do not distinguish upper and lower case; the large ones do not in paths either.
  const name = `${host}/${plain}`.toLowerCase();
  return plain !== "" && isPlainName(name) ? name : null;
}

/** Paths of memory files, relative to the memory folder, that the project's own git brings to other machines; null if git cannot say. */
export async function listTracked(env: Environment, dir: string): Promise<Set<string> | null> {
  return listInIndex(env, dir, []);
}

/** Of these, the files that git has not finished merging; null if git cannot say. */
export async function listUnmerged(env: Environment, dir: string): Promise<Set<string> | null> {
  return listInIndex(env, dir, ["--unmerged"]);
}

async function listInIndex(env: Environment, dir: string, which: string[]): Promise<Set<string> | null> {
  const repository = await findRepository(dir);
  if (repository === null) return new Set();
  const { root } = repository;
  const folder = `${dir === root ? "" : `${dir.slice(root.length + 1)}/`}${MEMORY_FOLDER}`;
  const git = openGit(root, { env, deadlineMs: GIT_MS });
  const run = await runGit(git, ["--literal-pathspecs", "ls-files", ...which, "-z", "--", folder]);
  if (!run.ok) return null;
  // With --unmerged, a tab comes before the path.
  const records = splitRecords(run.value);
  const paths =
    which.length === 0 ? records : records.map((record) => record.slice(record.indexOf("\t") + 1));
  return new Set(paths.map((path) => path.slice(folder.length + 1)));
}
