// Replaces a state file or a cache from a hook: atomically, but without waiting for the disk. For files that must survive a
// power cut, use atomic-file.ts.
import { isLink } from "./files.ts";
import { libc, pathBytes, replaceCalls } from "./libc.ts";

type ReplaceCalls = NonNullable<ReturnType<typeof replaceCalls>>;

const DRAFT_SUFFIX = ".tmp";
const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;

/** The file is private. Creates the folder if needed; it must not be a link. Throws when the file cannot be written. */
export async function replaceFileUnsynced(path: string, text: string): Promise<void> {
  if (replaceBySystemCalls(path, text)) return;
  const { replacePrivateFile } = await import("./atomic-file.ts");
  replacePrivateFile(path, text);
}

/** For files that can be made again if the folder is read-only or the disk full. Never rejects. */
export async function tryReplaceFile(path: string, text: string): Promise<boolean> {
  try {
    await replaceFileUnsynced(path, text);
    return true;
  } catch {
    return false;
  }
}

/** Without node:fs. False when the file was not written; the attempt with node:fs then gives the reason. */
function replaceBySystemCalls(path: string, text: string): boolean {
  const system = path.includes("\0") ? null : libc();
  const calls = replaceCalls();
  if (!system || !calls || isLink(path.slice(0, path.lastIndexOf("/")))) return false;
  const draft = pathBytes(`${path}.XXXXXX${DRAFT_SUFFIX}`);
  const descriptor = calls.mkstemps(draft, DRAFT_SUFFIX.length);
  if (descriptor < 0) return false;
  const bytes = new TextEncoder().encode(text);
  const written = system.write(descriptor, bytes, bytes.length);
  system.close(descriptor);
  if (written === bytes.length && moveInto(calls, draft, pathBytes(path))) return true;
  calls.unlink(draft);
  return false;
}

/** Exchanging two files and removing one takes a quarter of the time of a rename onto an existing file, which ext4 syncs. */
function moveInto(calls: ReplaceCalls, draft: Uint8Array, path: Uint8Array): boolean {
  if (calls.renameat2?.(AT_FDCWD, draft, AT_FDCWD, path, RENAME_EXCHANGE) !== 0)
    return calls.rename(draft, path) === 0;
  if (calls.unlink(draft) === 0) return true;
  // The path was a folder: exchange back.
  calls.renameat2(AT_FDCWD, draft, AT_FDCWD, path, RENAME_EXCHANGE);
  return false;
}
