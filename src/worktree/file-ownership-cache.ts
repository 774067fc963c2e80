// Which changed files were found to be the session's own, kept from one stop to the next: only what changed since is
// looked up in the transcript, which may be long.
import { readSmallFile } from "../platform/files.ts";

export interface Verdict {
  /** What the file held when it was judged. */
  content: string;
  isOwn: boolean;
  /** When it was judged. */
  at: number;
  /** It was found twice: a call may be written down after the stop that follows it. */
  isSure: boolean;
}

export type Verdicts = Map<string, Verdict>;

const VERSION = 1;

/** Empty when there is none, or none of ours: then everything is looked up. */
export async function readVerdicts(path: string, root: string): Promise<Verdicts> {
  const file = await readSmallFile(path);
  if (file.state !== "read") return new Map();
  try {
    const kept = JSON.parse(file.text);
    return kept.version === VERSION && kept.root === root ? new Map(kept.files.filter(isEntry)) : new Map();
  } catch {
    return new Map(); // Torn.
  }
}

/** What cannot be kept is looked up again. */
export async function writeVerdicts(path: string, root: string, files: Verdicts): Promise<void> {
  try {
    const { replaceFileUnsynced } = await import("../platform/replace-file.ts");
    await replaceFileUnsynced(path, JSON.stringify({ version: VERSION, root, files: [...files] }));
  } catch {
    // The folder may be read-only; the verdicts stand.
  }
}

function isEntry(entry: unknown): entry is [string, Verdict] {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const { content, isOwn, at, isSure } = (entry[1] ?? {}) as Record<string, unknown>;
  const areTruths = typeof isOwn === "boolean" && typeof isSure === "boolean";
  return areTruths && typeof content === "string" && typeof at === "number";
}
