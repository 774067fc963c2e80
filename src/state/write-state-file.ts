import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { StateFields } from "./read-state-file.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Replaces a state file as a whole; a reader sees the old or the new one, never a half. */
export function writeStateFile(path: string, fields: StateFields): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a plain folder`);
  const draft = `${path}.${process.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`;
  const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeSync(file, `${JSON.stringify(fields, null, 2)}\n`);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
