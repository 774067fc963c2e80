// Replaces a file from a hook: a state file, a cache. Whole, but without waiting for the disk. For what must survive a
// power cut there is atomic-file.ts.
import { isLink } from "./files.ts";
import { libc, pathBytes, type ReplaceCalls, replaceCalls } from "./libc.ts";

const ENDING = ".tmp";
const AT_FDCWD = -100;
const RENAME_EXCHANGE = 2;

/** Private, in a folder that is made if need be and may not be a link. Throws when it cannot be written. */
export async function replaceFileUnsynced(path: string, text: string): Promise<void> {
  if (replaceBySystemCalls(path, text)) return;
  const { replacePrivateFile } = await import("./atomic-file.ts");
  replacePrivateFile(path, text);
}

/** For what is made again when it could not be kept, because a folder is read-only or the disk full: never rejects. */
export async function tryReplaceFile(path: string, text: string): Promise<boolean> {
  try {
    await replaceFileUnsynced(path, text);
    return true;
  } catch {
    return false;
  }
}

/** Without node:fs. False when it was not written: node:fs then says why. */
function replaceBySystemCalls(path: string, text: string): boolean {
  const system = path.includes("\0") ? null : libc();
  const calls = replaceCalls();
  if (!system || !calls || isLink(path.slice(0, path.lastIndexOf("/")))) return false;
  const draft = pathBytes(`${path}.XXXXXX${ENDING}`);
  const descriptor = calls.mkstemps(draft, ENDING.length);
  if (descriptor < 0) return false;
  const bytes = new TextEncoder().encode(text);
  const written = system.write(descriptor, bytes, bytes.length);
  system.close(descriptor);
  if (written === bytes.length && moveInto(calls, draft, pathBytes(path))) return true;
  calls.unlink(draft);
  return false;
}

/** To exchange two files and remove one takes a quarter of the time of a rename onto a file, for which ext4 waits. */
function moveInto(calls: ReplaceCalls, draft: Uint8Array, path: Uint8Array): boolean {
  if (calls.renameat2?.(AT_FDCWD, draft, AT_FDCWD, path, RENAME_EXCHANGE) !== 0)
    return calls.rename(draft, path) === 0;
  if (calls.unlink(draft) === 0) return true;
  // It was a folder, which is not ours to replace.
  calls.renameat2(AT_FDCWD, draft, AT_FDCWD, path, RENAME_EXCHANGE);
  return false;
}
