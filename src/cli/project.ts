// Which project a command is about, and how it was found. Without node:fs, whose import takes a third of `status`.
import { databasePath } from "../config/environment.ts";
import { findPlace } from "../config/place.ts";
import { pathExists } from "../platform/files.ts";
import { withAncestors, workTreeTop } from "../platform/repository.ts";
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import { findSession, knownProjectDirs } from "../store/sessions.ts";
import { UserError } from "../text/user-error.ts";
import type { Invocation } from "./command.ts";
import { withStore } from "./store.ts";

export interface FoundProject {
  /** What is judged: see `Place`. */
  dir: string;
  /** Where the session was started, else the same folder. */
  startDir: string;
  /** Shown to the person, such as "git root". */
  how: string;
}

const SESSION = "this session's project";

export async function findProject(
  invocation: Pick<Invocation, "env" | "cwd">,
  explicit?: string,
): Promise<FoundProject> {
  const { env, cwd } = invocation;
  if (explicit !== undefined) return at(await existingFolder(cwd, explicit), "--project");
  if (env.projectDir) return withWorkTree(env.projectDir, cwd, "CLAUDE_PROJECT_DIR");
  const stored = pathExists(databasePath(env)) ? await findInStore(invocation) : null;
  if (stored?.how === SESSION) return withWorkTree(stored.dir, cwd, SESSION);
  const root = workTreeTop(cwd);
  // The nearer one: a session that once ran in the home folder must not claim every repository below it.
  if (root && root.length > (stored?.dir.length ?? 0)) return at(root, "git root");
  return stored ? at(stored.dir, stored.how) : at(cwd, "current folder");
}

function at(dir: string, how: string): FoundProject {
  return { dir, startDir: dir, how };
}

/** Claude may have gone to another work tree of the project. */
async function withWorkTree(startDir: string, cwd: string, how: string): Promise<FoundProject> {
  const dir = (await findPlace(startDir, cwd))?.projectDir ?? startDir;
  return { dir, startDir, how: dir === startDir ? how : `${how}, in another work tree` };
}

async function findInStore({
  env,
  cwd,
}: Pick<Invocation, "env" | "cwd">): Promise<Pick<FoundProject, "dir" | "how"> | null> {
  const found = await withStore(env, (store) => {
    const session = env.sessionId && isSessionId(env.sessionId) ? findSession(store, env.sessionId) : null;
    if (session?.project_dir) return { dir: session.project_dir, how: SESSION };
    const known = new Set(knownProjectDirs(store));
    const nearest = withAncestors(cwd).find((dir) => known.has(dir));
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
