// Which project a command is about, and how it was found.
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { databasePath } from "../config/paths.ts";
import { isSessionId } from "../protocol/hook-event.ts";
import { findSession, knownProjects } from "../store/sessions.ts";
import { UserError } from "../text/user-error.ts";
import type { Invocation } from "./command.ts";
import { withStore } from "./store.ts";

export interface FoundProject {
  dir: string;
  /** Shown to the person, such as "git root". */
  how: string;
}

const SESSION = "this session's project";

export async function findProject(
  invocation: Pick<Invocation, "env" | "cwd">,
  explicit?: string,
): Promise<FoundProject> {
  const { env, cwd } = invocation;
  if (explicit !== undefined) return { dir: existingFolder(resolve(cwd, explicit)), how: "--project" };
  if (env.projectDir) return { dir: env.projectDir, how: "CLAUDE_PROJECT_DIR" };
  const stored = existsSync(databasePath(env)) ? await findInStore(invocation) : null;
  if (stored?.how === SESSION) return stored;
  const root = ancestors(cwd).find((dir) => existsSync(`${dir}/.git`));
  // The nearer one: a session that once ran in the home folder must not claim every repository below it.
  if (root && root.length > (stored?.dir.length ?? 0)) return { dir: root, how: "git root" };
  return stored ?? { dir: cwd, how: "current folder" };
}

async function findInStore({ env, cwd }: Pick<Invocation, "env" | "cwd">): Promise<FoundProject | null> {
  const found = await withStore(env, (store) => {
    const session = env.sessionId && isSessionId(env.sessionId) ? findSession(store, env.sessionId) : null;
    if (session?.project_dir) return { dir: session.project_dir, how: SESSION };
    const known = new Set(knownProjects(store));
    const nearest = ancestors(cwd).find((dir) => known.has(dir));
    return nearest ? { dir: nearest, how: "known project" } : null;
  }).catch(() => null); // A broken store must not keep a person from unlocking: the next rule decides.
  return found && existsSync(found.dir) ? found : null;
}

function existingFolder(dir: string): string {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError("no-project", `${dir} is not a folder`, "Give an existing folder to --project.");
  }
  return realpathSync(dir);
}

function ancestors(dir: string): string[] {
  const parent = dirname(dir);
  return parent === dir ? [dir] : [dir, ...ancestors(parent)];
}
