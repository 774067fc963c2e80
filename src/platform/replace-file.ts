// A private file put in the place of another, without node:fs, whose import costs a millisecond.
import { dlopen } from "bun:ffi";
import { isLink } from "./is-link.ts";
import { LIBC, libc, pathBytes } from "./libc.ts";
import { oneInProcess } from "./one-in-process.ts";

interface Calls {
  /** Makes a file that nobody else can read, under a name that was free, and writes that name into the bytes given. */
  mkstemps(template: Uint8Array, ending: number): number;
  rename(from: Uint8Array, to: Uint8Array): number;
  unlink(path: Uint8Array): number;
  /** Linux only. */
  renameat2?(fromDir: number, from: Uint8Array, toDir: number, to: Uint8Array, flags: number): number;
}

const ENDING = ".tmp";
const HERE = -100;
const SWAP = 2;

/**
 * Replaces a file as a whole in a folder that is there and no link. False when it was not written: whoever asks has a
 * slower way, which also says why.
 */
export async function replaceFile(folder: string, name: string, text: string): Promise<boolean> {
  const path = `${folder}/${name}`;
  const system = path.includes("\0") ? null : libc();
  const calls = oneInProcess("libc-files", openCalls);
  if (!system || !calls || (await isLink(folder))) return false;
  const draft = pathBytes(`${path}.XXXXXX${ENDING}`);
  const descriptor = calls.mkstemps(draft, ENDING.length);
  if (descriptor < 0) return false;
  const bytes = new TextEncoder().encode(text);
  const written = system.write(descriptor, bytes, bytes.length);
  system.close(descriptor);
  if (written === bytes.length && takePlace(calls, draft, pathBytes(path))) return true;
  calls.unlink(draft);
  return false;
}

/** Onto a file that is there, a swap and a removal take a quarter of what a rename does: ext4 writes to the disk for that. */
function takePlace(calls: Calls, draft: Uint8Array, path: Uint8Array): boolean {
  if (calls.renameat2?.(HERE, draft, HERE, path, SWAP) !== 0) return calls.rename(draft, path) === 0;
  if (calls.unlink(draft) === 0) return true;
  // It was a folder, which is not ours to replace.
  calls.renameat2(HERE, draft, HERE, path, SWAP);
  return false;
}

function openCalls(): Calls | null {
  const isMac = process.platform === "darwin";
  const renameat2 = { args: ["int", "ptr", "int", "ptr", "u32"], returns: "int" } as const;
  try {
    return dlopen(LIBC, {
      mkstemps: { args: ["ptr", "int"], returns: "int" },
      rename: { args: ["ptr", "ptr"], returns: "int" },
      unlink: { args: ["ptr"], returns: "int" },
      ...(isMac ? {} : { renameat2 }),
    }).symbols as unknown as Calls;
  } catch {
    return null;
  }
}
