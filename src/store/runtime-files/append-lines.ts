// Lines at the end of a file that does not grow for ever.
import { closeSync, constants, fstatSync, lstatSync, openSync, renameSync, writeSync } from "node:fs";
import { ensureFolder } from "./runtime-dir.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** A full file becomes `<name>.1`, in place of the one before; at most twice `most` bytes are kept. */
export function appendLines(
  projectDir: string,
  folder: string,
  name: string,
  text: string,
  most: number,
): void {
  const path = `${ensureFolder(projectDir, folder)}/${name}`;
  const first = open(path);
  if (turnOver(first, path, Buffer.byteLength(text), most)) {
    closeSync(first);
    writeAndClose(open(path), text);
  } else writeAndClose(first, text);
}

function open(path: string): number {
  // A pipe planted in our place must fail at once, not wait for a reader.
  return openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o600);
}

function turnOver(file: number, path: string, more: number, most: number): boolean {
  const { size, ino } = fstatSync(file);
  if (size === 0 || size + more <= most) return false;
  // Another process may have turned it over since: the fresh file must not take the old one's place.
  if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) renameSync(path, `${path}.1`);
  return true;
}

function writeAndClose(file: number, text: string): void {
  try {
    const bytes = Buffer.from(text);
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(file, bytes, sent);
  } finally {
    closeSync(file);
  }
}
