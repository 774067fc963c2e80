import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** Writes a state file with its folder, and throws what is in the way. */
export function makeStateFile(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is not a plain folder`);
  const draft = `${folder}/${name}.${process.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`;
  const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
  renameSync(draft, `${folder}/${name}`);
}
