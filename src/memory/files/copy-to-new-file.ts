import {
  closeSync,
  constants,
  fchmodSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

/** With its mode. False when there is something of that name: it is never replaced. */
export function copyToNewFile(from: string, to: string): boolean {
  const bytes = readFileSync(from);
  let file: number;
  try {
    file = openSync(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
  try {
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(file, bytes, sent);
    const mode = statSync(from).mode & 0o777;
    // What has no links may have no modes either: then one that is the same must not be asked for.
    if (mode !== 0o600) fchmodSync(file, mode);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}
