// Which project a command is about, and how it was found. Without node:fs, whose import takes a third of `status`.
import { databasePath } from "../config/environment.ts";
import { pathExists } from "../platform/files.ts";
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import { findSession, knownProjectDirs } from "../store/sessions.ts";
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
  if (explicit !== undefined) return { dir: await existingFolder(cwd, explicit), how: "--project" };
  if (env.projectDir) return { dir: env.projectDir, how: "CLAUDE_PROJECT_DIR" };
  const stored = pathExists(databasePath(env)) ? await findInStore(invocation) : null;
  if (stored?.how === SESSION) return stored;
  const root = ancestors(cwd).find((dir) => pathExists(`${dir}/.git`));
  // The nearer one: a session that once ran in the home folder must not claim every repository below it.
  if (root && root.length > (stored?.dir.length ?? 0)) return { dir: root, how: "git root" };
  return stored ?? { dir: cwd, how: "current folder" };
}

async function findInStore({ env, cwd }: Pick<Invocation, "env" | "cwd">): Promise<FoundProject | null> {
  const found = await withStore(env, (store) => {
    const session = env.sessionId && isSessionId(env.sessionId) ? findSession(store, env.sessionId) : null;
    if (session?.project_dir) return { dir: session.project_dir, how: SESSION };
    const known = new Set(knownProjectDirs(store));
    const nearest = ancestors(cwd).find((dir) => known.has(dir));
    return nearest ? { dir: nearest, how: "known project" } : null;
  }).catch(() => null); // A broken store must not keep a person from unlocking: the next rule decides.
  return found && pathExists(found.dir) ? found : null;
}

async function existingFolder(cwd: string, path: string): Promise<string> {
  const [{ realpathSync, statSync }, { resolve }] = await Promise.all([
    import("node:fs"),
    import("node:path"),
  ]);
  const dir = resolve(cwd, path);
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(dir);
  throw new UserError("no-project", `${dir} is not a folder`, "Give an existing folder to --project.");
}

/** The folder itself first. */
function ancestors(dir: string): string[] {
  const parent = dir.slice(0, dir.lastIndexOf("/")) || "/";
  return parent === dir ? [dir] : [dir, ...ancestors(parent)];
}
