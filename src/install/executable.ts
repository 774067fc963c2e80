// The program at its stable path, which settings name and upgrades replace.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, copyFile, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { ensurePrivateFolder } from "../platform/atomic-file.ts";
import { UserError } from "../text/user-error.ts";

/** The program that should be installed: this one when compiled, else the last build. */
export async function findExecutable(): Promise<string> {
  if (Bun.main.startsWith("/$bunfs/")) return process.execPath;
  const built = resolve(import.meta.dir, "../../dist/holdfast");
  if (await Bun.file(built).exists()) return built;
  throw new UserError("not-built", `There is no executable at ${built}.`, "Build it first: npm run build");
}

export async function isSameExecutable(source: string, target: string): Promise<boolean> {
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => null)]);
  if (!to || (to.mode & 0o111) === 0) return false;
  if (from.dev === to.dev && from.ino === to.ino) return true;
  return from.size === to.size && (await hashFile(source)) === (await hashFile(target));
}

/** A rename, so a running old program keeps its file and no call ever finds a part of the new one. */
export async function placeExecutable(source: string, target: string): Promise<void> {
  ensurePrivateFolder(dirname(target));
  const temporary = `${target}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    await copyFile(source, temporary);
    await chmod(temporary, 0o755);
    const file = await open(temporary, "r");
    await file.sync();
    await file.close();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of createReadStream(path)) hasher.update(chunk);
  return hasher.digest("hex");
}
