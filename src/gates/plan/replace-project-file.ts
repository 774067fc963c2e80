// Changes a file of the project that other people write too.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** As a whole, with its mode. Not through a link, not outside the project, not when it is no longer as it was read. */
export function replaceProjectFile(projectDir: string, path: string, before: string, after: string): void {
  const folder = realpathSync(dirname(path));
  if (!`${folder}/`.startsWith(`${realpathSync(projectDir)}/`)) return;
  if (!lstatSync(path).isFile()) return;
  const old = openSync(path, O_RDONLY | O_NOFOLLOW);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const stat = fstatSync(old);
    if (readFileSync(old, "utf8") !== before) return;
    const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      writeSync(file, after);
      fchmodSync(file, stat.mode & 0o777);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    removeDraft(draft);
    throw error;
  } finally {
    closeSync(old);
  }
}

function removeDraft(draft: string): void {
  try {
    unlinkSync(draft);
  } catch {
    // It was never written.
  }
}
