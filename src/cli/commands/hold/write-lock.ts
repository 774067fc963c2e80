// Writes a lock and records that it is ours: one that came with the project holds nothing.
import type { Config } from "../../../config/config.ts";
import type { Environment } from "../../../config/environment.ts";
import { findLockFolder } from "../../../config/place.ts";
import { findLock } from "../../../gates/lock/origin.ts";
import { isForeign, type LockOrigin, saveLockRow } from "../../../gates/lock/rows.ts";
import { type Lock, readLock, renderLock } from "../../../gates/lock/state-file.ts";
import { writeRuntimeFile } from "../../../store/runtime-files.ts";
import { UserError } from "../../../text/user-error.ts";
import { type FoundProject, withStore } from "../../target.ts";

export async function writeLock(
  env: Environment,
  folder: string,
  text: string,
  config: Config,
  origin: LockOrigin = "command",
): Promise<Lock> {
  try {
    writeRuntimeFile(folder, "locks", ".lock_active", text);
  } catch (error) {
    const why = (error as Error).message;
    throw new UserError("cannot-lock", `the lock cannot be written: ${why}`, "Nothing is held.", {
      cause: error,
    });
  }
  const { lock: written, identity } = await readLock(folder, config);
  if (!written) throw new Error("the lock that was just written cannot be read");
  // Without a store the next stop judges it like any other file.
  await withStore(env, (store) =>
    saveLockRow(store, { project_dir: folder, identity, origin, at: Date.now() }),
  ).catch(() => {});
  return written;
}

/** From now on the lock that came with the project holds. */
export async function keepLock(
  env: Environment,
  { startDir, dir }: FoundProject,
  config: Config,
): Promise<{ folder: string; lock: Lock }> {
  if (env.insideAgent) {
    const hint = "Run it in your own terminal.";
    throw new UserError(
      "inside-claude",
      "only a person keeps a lock that came with a project, not Claude",
      hint,
    );
  }
  const folder = findLockFolder({ startDir, projectDir: dir });
  const found =
    folder === null ? null : await withStore(env, (store) => findLock(env, store, folder, config));
  if (folder === null || !found?.lock)
    throw new UserError("no-lock", `there is no lock in ${startDir}`, 'Set one: holdfast lock "goal"');
  if (!isForeign(found.origin)) return { folder, lock: found.lock };
  // Written anew: whoever made it may have given it to a session of their own, long ago.
  const { lock: raw } = await readLock(folder, config);
  const { minutes: ttlMinutes, ...rest } = raw ?? found.lock;
  const text = renderLock({ ...rest, ttlMinutes, createdAt: Date.now(), owner: null });
  return { folder, lock: await writeLock(env, folder, text, config, "person") };
}
