// Changes a file of the project that other people write too.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { writeWhole } from "../../platform/atomic-file.ts";

const { O_NOFOLLOW, O_RDONLY } = constants;

/** As a whole, with its mode. Not through a link, not outside the project, not when it is no longer as it was read. */
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
