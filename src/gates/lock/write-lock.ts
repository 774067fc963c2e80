// Changes to the lock's file. Apart from reading it: the hook loads node:fs only for these.
import { lstatSync, rmSync } from "node:fs";
import { lockPath } from "../../config/environment.ts";
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { writeRuntimeFile } from "../../store/runtime-files.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";

/** Writes the owner into a lock that has none, keeping whatever else stands there, without secrets. */
export async function adoptLock(projectDir: string, sessionId: string, createdAt: number): Promise<void> {
  const path = lockPath(projectDir);
  const found = lstatSync(path, { throwIfNoEntry: false });
  // Another stop, or a person, has released it meanwhile.
  if (!found) return;
  // It may have been put in place of the lock since: reading a link or a pipe could last for ever.
  if (!found.isFile()) throw new Error("the lock is no plain file any more");
  const file = readProjectFile(projectTop(projectDir), path);
  if (file.state !== "read") return;
  const text = file.text.trim();
  const fields = text.startsWith("{") ? JSON.parse(text) : text ? { goal: text } : {};
  const kept = await valueWithoutSecrets(fields);
  const adopted = { ...kept, created_at: new Date(createdAt).toISOString(), session_id: sessionId };
  writeRuntimeFile(projectDir, "locks", ".lock_active", `${JSON.stringify(adopted, null, 2)}\n`);
}

export function removeLock(projectDir: string): boolean {
  const path = lockPath(projectDir);
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return false;
    throw error;
  }
}
