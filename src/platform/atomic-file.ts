// Replaces files atomically: readers see the old content or the new one, never a part. Loads node:fs; hooks that only rewrite a
// state file use replace-file.ts.
import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { IS_WINDOWS } from "./system.ts";

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY } = constants;
/** Windows has none. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const PRIVATE = 0o600;

export const DRAFT_ENDING = ".tmp";
const DRAFT_NAME = /^[0-9a-f]{8}\.tmp$/;

/** In the same folder, so that a rename can move it into place. */
export function draftPathFor(path: string): string {
  return `${path}.${randomUUID().slice(0, 8)}${DRAFT_ENDING}`;
}

/** A file that is written piece by piece under another name, and gets its final name when it is complete. */
export class DraftFile {
  readonly path: string;
  readonly draftPath: string;
  readonly #file: number;
  #isOpen = true;

  constructor(path: string, mode = PRIVATE) {
    this.path = path;
    this.draftPath = draftPathFor(path);
    this.#file = openSync(this.draftPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, PRIVATE);
    try {
      // Not by `open`, which applies the umask; and not for the default, because some file systems have no modes.
      if (mode !== PRIVATE) fchmodSync(this.#file, mode);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  write(content: string | Uint8Array): void {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(this.#file, bytes, sent);
  }

  /** Waits until the content is on the disk. */
  sync(): void {
    fsyncSync(this.#file);
  }

  /** Keeps the user as the owner when run with sudo. */
  keepOwner(): void {
    const old = statSync(this.path, { throwIfNoEntry: false });
    if (!old || (old.uid === process.getuid?.() && old.gid === process.getgid?.())) return;
    try {
      fchownSync(this.#file, old.uid, old.gid);
    } catch {
      // Only root may do this.
    }
  }

  commit(): void {
    this.#close();
    renameSync(this.draftPath, this.path);
  }

  /** Removes the draft. Does nothing after a commit. */
  discard(): void {
    this.#close();
    rmSync(this.draftPath, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }
}

/** Drafts of these files that a killed process left. */
export function listDrafts(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const start = `${basename(path)}.`;
    return namesIn(dirname(path))
      .filter((name) => name.startsWith(start) && DRAFT_NAME.test(name.slice(start.length)))
      .map((name) => `${dirname(path)}/${name}`);
  });
}

/** Empty for a folder that is missing, or not readable and so not written by us. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The content is on the disk when it returns. `beforeCommit` may throw to cancel: nothing is changed then. */
export async function replaceFile(
  path: string,
  text: string,
  mode = PRIVATE,
  beforeCommit?: () => Promise<void>,
): Promise<void> {
  const draft = new DraftFile(path, mode);
  try {
    draft.write(text);
    draft.keepOwner();
    draft.sync();
    await beforeCommit?.();
    draft.commit();
  } finally {
    draft.discard();
  }
  syncFolder(dirname(path));
}

/** Does not wait for the disk. Creates the folder if needed; the folder must not be a link. */
export function replacePrivateFile(path: string, text: string): void {
  const folder = dirname(path);
  ensurePrivateFolder(folder);
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a plain folder`);
  writeWhole(path, text);
}

/** Does not wait for the disk. */
export function writeWhole(path: string, text: string, mode = PRIVATE): void {
  const draft = new DraftFile(path, mode);
  try {
    draft.write(text);
    draft.commit();
  } finally {
    draft.discard();
  }
}

/** For a project's file that others edit too: keeps its mode. Does nothing if the file is a link, outside the project, or has changed since it was read. */
export function replaceProjectFile(projectDir: string, path: string, before: string, after: string): void {
  const folder = realpathSync(dirname(path));
  if (!`${folder}/`.startsWith(`${realpathSync(projectDir)}/`)) return;
  if (!lstatSync(path).isFile()) return;
  const old = openSync(path, O_RDONLY | O_NOFOLLOW);
  try {
    if (readFileSync(old, "utf8") === before) writeWhole(path, after, fstatSync(old).mode & 0o777);
  } finally {
    closeSync(old);
  }
}

/** An existing folder keeps its mode, which the user may have chosen. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

function syncFolder(path: string): void {
  // Windows opens no folder.
  if (IS_WINDOWS) return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } catch {
    // Some file systems refuse to sync a folder; the rename itself has happened.
  } finally {
    closeSync(folder);
  }
}
