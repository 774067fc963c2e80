// Writes memory files atomically and never through a link. A project's files are meant for git and get the person's usual file
// mode; all others are private.
import { chmodSync, copyFileSync, linkSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DraftFile } from "../../platform/atomic-file.ts";
import { inheritedMask } from "../../platform/files.ts";
import { UserError } from "../../text/user-error.ts";
import { foldersBetween, type MemoryFile, type Root } from "./roots.ts";

/** False when the name is already taken. */
export function createMemoryFile(root: Root, place: string, text: string): MemoryFile | false {
  return write(root, place, text, ({ draftPath, path }) => {
    try {
      linkSync(draftPath, path);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      // A file system without hard links.
      return copyToNewFile(draftPath, path);
    }
  });
}

/** Readers see either the old or the new text. */
export function replaceMemoryFile(root: Root, place: string, text: string): MemoryFile {
  const written = write(root, place, text, (draft) => {
    draft.commit();
    return true;
  });
  if (!written) throw new Error(`${place} could not be replaced`);
  return written;
}

export function removeMemoryFile(root: Root, place: string): void {
  rmSync(`${root.dir}/${place}`, { force: true });
}

/** Copies a file with its mode. False when the name is taken. */
export function copyToNewFile(from: string, to: string): boolean {
  try {
    writeFileSync(to, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    // A full disk must not leave half a memory.
    rmSync(to, { force: true });
    throw error;
  }
}

function write(
  root: Root,
  place: string,
  text: string,
  finish: (draft: DraftFile) => boolean,
): MemoryFile | false {
  const path = `${root.dir}/${place}`;
  try {
    for (const dir of foldersBetween(root.base, dirname(path))) ensureFolder(dir, root.shared);
    const draft = new DraftFile(path, root.shared ? 0o666 & ~usualMask() : 0o600);
    try {
      draft.write(text);
      if (!finish(draft)) return false;
    } finally {
      draft.discard();
    }
    const { mtimeMs: mtime, size } = lstatSync(path);
    return { place, mtime, size };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      "cannot-write",
      `${path} cannot be written (${codeOf(error)})`,
      codeOf(error) === "ENOSPC"
        ? "The disk is full. Free some space; nothing was changed."
        : "Make the folder writable, or save with --personal; nothing was changed.",
      { cause: error },
    );
  }
}

function ensureFolder(dir: string, shared: boolean): void {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  if (stat === undefined) makeFolder(dir, shared);
  else if (!stat.isDirectory())
    throw new UserError(
      "not-a-folder",
      stat.isSymbolicLink()
        ? `${dir} is a link, and holdfast does not write memories through links`
        : `${dir} is not a plain folder, so no memory is written there`,
      "Save with --personal, or replace it with a real folder.",
    );
}

function makeFolder(dir: string, shared: boolean): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
    if (shared) chmodSync(dir, 0o777 & ~usualMask());
  } catch (error) {
    // Another save created it first.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

function usualMask(): number {
  return inheritedMask() ?? 0o022;
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? String(error);
}
