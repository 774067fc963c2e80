// The identity of a project: all work trees of a repository share it, and so do all folders in them.
import { readSmallFile } from "../platform/files.ts";
import type { Store } from "../store/open.ts";
import { findSession, saveProjectKey } from "../store/sessions.ts";
import { below, findRepository, type Repository } from "./repository.ts";

/** The key of a session's project, worked out once a session because that needs the disk. */
export async function sessionProjectKey(
  store: Store,
  sessionId: string,
  projectDir: string,
): Promise<string> {
  const saved = findSession(store, sessionId)?.project_key ?? null;
  if (saved !== null) return saved;
  const key = keyOfEarlierSession(store, projectDir) ?? (await projectKey(projectDir));
  saveProjectKey(store, sessionId, key);
  return key;
}

/** For sessions whose hooks had no time for it. */
export async function fillProjectKey(store: Store, sessionId: string): Promise<void> {
  const session = findSession(store, sessionId);
  if (!session || session.project_key !== null || session.project_dir === null) return;
  saveProjectKey(store, sessionId, await projectKey(session.project_dir));
}

export async function projectKey(dir: string): Promise<string> {
  const shared = await commonDir(dir);
  if (shared !== null) return shared.replace(/\/\.git$/, "") || "/";
  return resolveLinks(dir);
}

/**
 * The git common directory, with links resolved; null without a repository. A `.git` file that points at a repository
 * which does not point back is not followed: an unpacked archive must not pass for another project.
 */
export async function commonDir(dir: string): Promise<string | null> {
  const repository = await findRepository(dir);
  if (repository === null) return null;
  const { root, gitDir, commonDir: shared } = repository;
  const own = `${await resolveLinks(root)}/.git`;
  if (gitDir === `${root}/.git` && shared === gitDir) return resolveLinks(gitDir);
  return (await pointsBack(repository, own)) ? resolveLinks(shared) : own;
}

function keyOfEarlierSession(store: Store, projectDir: string): string | null {
  const row = store
    .query(
      `SELECT project_key AS key FROM sessions WHERE project_dir = $projectDir AND project_key IS NOT NULL
       ORDER BY last_seen_at DESC LIMIT 1`,
    )
    .get({ projectDir }) as { key: string } | null;
  return row?.key ?? null;
}

async function pointsBack({ gitDir }: Repository, own: string): Promise<boolean> {
  // A linked work tree is named in `gitdir`, a submodule's in `core.worktree`.
  const linked = await readSmallFile(`${gitDir}/gitdir`);
  if (linked.state === "read") return (await resolveLinks(below(gitDir, linked.text.trim()))) === own;
  const config = await readSmallFile(`${gitDir}/config`);
  const worktree =
    config.state === "read" ? /^\s*worktree\s*=\s*(.+?)\s*$/im.exec(config.text)?.[1] : undefined;
  return worktree !== undefined && `${await resolveLinks(below(gitDir, worktree))}/.git` === own;
}

/** Loaded when needed: hooks mostly find the key in the database. */
async function resolveLinks(path: string): Promise<string> {
  const { realpath } = await import("node:fs/promises");
  return realpath(path).catch(() => path);
}
