// Files that are replaced as a whole: readers see the old content or the new one, never a part. Loads node:fs; hooks that
// only rewrite a state file use replace-file.ts.
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

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
const PRIVATE = 0o600;

/** How the name of a draft ends. */
export const DRAFT_ENDING = ".tmp";
const DRAFT_NAME = /^[0-9a-f]{8}\.tmp$/;

/** Beside the file, so that a rename can put it into place. */
export function draftPathFor(path: string): string {
  return `${path}.${randomUUID().slice(0, 8)}${DRAFT_ENDING}`;
}

/** A file that is written piece by piece beside its place and appears there only when it is complete. */
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
      // Not through `open`, where the umask has its say; and not where a file system may know no modes.
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

  /** Waits until it is on the disk. */
  sync(): void {
    fsyncSync(this.#file);
  }

  /** Run with sudo, the user's files must stay the user's. */
  keepOwner(): void {
    const old = statSync(this.path, { throwIfNoEntry: false });
    if (!old || (old.uid === process.getuid?.() && old.gid === process.getgid?.())) return;
    try {
      fchownSync(this.#file, old.uid, old.gid);
    } catch {
      // Only root may; for others the content is what counts.
    }
  }

  /** Moves it into its place. */
  commit(): void {
    this.#close();
    renameSync(this.draftPath, this.path);
  }

  /** Removes the draft; what was committed stays. */
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

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No folder: nothing was begun in it.
  }
}

/** On the disk when it returns. `beforeCommit` may throw to call it off; then nothing was changed. */
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

/** Without waiting for the disk. The folder is made if need be, and may not be a link. */
export function replacePrivateFile(path: string, text: string): void {
  const folder = dirname(path);
  ensurePrivateFolder(folder);
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a plain folder`);
  writeWhole(path, text);
}

/** Without waiting for the disk. */
export function writeWhole(path: string, text: string, mode = PRIVATE): void {
  const draft = new DraftFile(path, mode);
  try {
    draft.write(text);
    draft.commit();
  } finally {
    draft.discard();
  }
}

/** A file of the project that other people write too: as a whole, with its mode. Not through a link, not outside the project, not when it is no longer as it was read. */
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

/** A folder that exists keeps its mode: it may be the user's own choice. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } catch {
    // Some file systems refuse to sync a folder; the rename itself has happened.
  } finally {
    closeSync(folder);
  }
}
