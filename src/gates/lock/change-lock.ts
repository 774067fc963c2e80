// Changes the lock file. Separate from reading it, because only changes need node:fs.
import { lstatSync, rmSync } from "node:fs";
import { lockPath } from "../../config/environment.ts";
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { writeRuntimeFile } from "../../store/runtime-files.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";

/** Writes the owner into a lock that has none. Keeps the other fields, without secrets. */
export async function adoptLock(projectDir: string, sessionId: string, createdAt: number): Promise<void> {
  const path = lockPath(projectDir);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Another stop, or a person, has released it meanwhile.
  if (!stats) return;
  // A link or a pipe may have replaced it: reading that could block for ever.
  if (!stats.isFile()) throw new Error("the lock is no longer a plain file");
  const file = readProjectFile(projectTop(projectDir), path);
  if (file.state !== "read") return;
  const text = file.text.trim();
  const fields = text.startsWith("{") ? JSON.parse(text) : text ? { goal: text } : {};
  const kept = await valueWithoutSecrets(fields);
  const adopted = { ...kept, created_at: new Date(createdAt).toISOString(), session_id: sessionId };
  await writeRuntimeFile(projectDir, "locks", ".lock_active", `${JSON.stringify(adopted, null, 2)}\n`);
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
