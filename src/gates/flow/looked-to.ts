// How far a session's transcript was looked through for something, kept from one stop to the next.
import type { Environment } from "../../config/environment.ts";
import { readSmallFile } from "../../platform/files.ts";
import { baselineDir } from "../../worktree/baseline.ts";

interface Look {
  env: Pick<Environment, "holdfastHome">;
  sessionId: string;
  /** Of what it is the look. */
  name: string;
}

/** Reading some of it again costs less than writing this down each time. */
const WORTH_KEEPING = 32 * 1024;

/** 0 when it was not looked at, or nobody knows. */
export async function lookedTo(look: Look): Promise<number> {
  const file = await readSmallFile(fileOf(look));
  const size = file.state === "read" ? Number(file.text) : 0;
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}

/** What cannot be kept is looked through again. */
export async function keepLook(look: Look, before: number, size: number): Promise<void> {
  if (!Number.isFinite(size) || Math.abs(size - before) < WORTH_KEEPING) return;
  try {
    const { replaceFileUnsynced } = await import("../../platform/replace-file.ts");
    await replaceFileUnsynced(fileOf(look), String(size));
  } catch {
    // The folder may be read-only.
  }
}

function fileOf({ env, sessionId, name }: Look): string {
  return `${baselineDir(env, sessionId)}/${name}.looked`;
}
