// One file replaced as a whole: readers see the old content or the new one, never a part.
import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** `beforeRename` may throw to call it off; then nothing was changed. */
export async function replaceFile(
  path: string,
  text: string,
  mode: number,
  beforeRename?: () => Promise<void>,
): Promise<void> {
  const temporary = `${dirname(path)}/.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(text);
      await file.chmod(mode); // The umask had its say at open; a kept mode has the last word.
      await keepOwner(path, file);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeRename?.();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

export async function ensurePrivateDir(path: string): Promise<void> {
  if (await mkdir(path, { recursive: true, mode: 0o700 })) await chmod(path, 0o700);
}

/** Run with sudo, the user's settings must stay the user's. */
async function keepOwner(
  path: string,
  file: { chown(uid: number, gid: number): Promise<void> },
): Promise<void> {
  const old = await stat(path).catch(() => null); // A new file has no owner to keep.
  if (!old || (old.uid === process.getuid?.() && old.gid === process.getgid?.())) return;
  await file.chown(old.uid, old.gid).catch(() => {}); // Only root may; for others the content is what counts.
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  // Some file systems refuse to sync a folder; the rename itself has happened.
  await folder.sync().catch(() => {});
  await folder.close();
}
