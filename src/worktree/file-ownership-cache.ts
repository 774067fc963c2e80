// Which changed files were found to be the session's own, cached from one stop to the next: only later changes have to be
// looked up in the transcript, which may be long.
import { readSmallFile } from "../platform/files.ts";

export interface FileOwnership {
  /** The file's content when it was looked up. */
  content: string;
  isOwn: boolean;
  /** When it was looked up. */
  at: number;
  /** Found twice: a call may be written down after the stop that follows it. */
  isSure: boolean;
}

/** By path. */
export type OwnershipCache = Map<string, FileOwnership>;

const VERSION = 1;

/** Empty when there is none, or none of ours: then everything is looked up. */
export async function readOwnershipCache(path: string, root: string): Promise<OwnershipCache> {
  const file = await readSmallFile(path);
  if (file.state !== "read") return new Map();
  try {
    const cached = JSON.parse(file.text);
    const isCurrent = cached.version === VERSION && cached.root === root;
    return isCurrent ? new Map(cached.files.filter(isEntry)) : new Map();
  } catch {
    return new Map(); // Torn.
  }
}

/** Without a cache everything is looked up again. */
export async function writeOwnershipCache(path: string, root: string, files: OwnershipCache): Promise<void> {
  try {
    const { replaceFileUnsynced } = await import("../platform/replace-file.ts");
    await replaceFileUnsynced(path, JSON.stringify({ version: VERSION, root, files: [...files] }));
  } catch {
    // The folder may be read-only.
  }
}

function isEntry(entry: unknown): entry is [string, FileOwnership] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { content, isOwn, at, isSure } = (entry[1] ?? {}) as Record<string, unknown>;
  const areFlags = typeof isOwn === "boolean" && typeof isSure === "boolean";
  return areFlags && typeof content === "string" && typeof at === "number";
}
