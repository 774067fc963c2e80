// Writes a file that a person named. A device or a pipe is written to; anything else is replaced atomically.

import { lstatSync, realpathSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, explainWriteErrors } from "../install/client-files.ts";
import { replaceFile } from "../platform/atomic-file.ts";
import { UserError } from "../text/user-error.ts";

const PRIVATE = 0o600;

export async function writeOutput(path: string, text: string): Promise<void> {
  const stat = statTarget(path);
  if (stat?.isDirectory())
    throw new UserError("is-a-folder", `${path} is a folder`, "Give the path of a file.");
  await explainWriteErrors(path, async () => {
    if (!stat) await replaceFile(path, text, PRIVATE);
    else if (!stat.isFile()) writeThrough(path, text);
    // Replaces the file behind a link, not the link.
    else await replaceFile(realpathSync(path), text, stat.mode & 0o777);
  });
}

/** Undefined if nothing exists. A dangling link is refused, because its target is unclear. */
export function statTarget(path: string): Stats | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat || !lstatSync(path, { throwIfNoEntry: false })) return stat;
    throw new UserError(
      "dangling-link",
      `${path} is a link to something that does not exist`,
      "Create its target, or remove the link.",
    );
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const code = errorCode(cause);
    const hint =
      code === "ENOTDIR" ? `${dirname(path)} is not a folder: give another path.` : "Check its permissions.";
    throw new UserError("unwritable", `${path} cannot be written (${code})`, hint, { cause });
  }
}

function writeThrough(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    // The reader closed the pipe.
    if (errorCode(error) !== "EPIPE") throw error;
  }
}
