// A file that a command was told to write. A device or a pipe is written through; everything else is replaced as a whole.
import { realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "../config/user-error.ts";
import { replaceFile } from "../install/replace-file.ts";
import { writing } from "../install/writing.ts";

const PRIVATE = 0o600;

export async function writeOutput(path: string, text: string): Promise<void> {
  const stat = lookAt(path);
  if (stat?.isDirectory())
    throw new UserError("is-a-folder", `${path} is a folder`, "Give the path of a file.");
  await writing(path, async () => {
    if (!stat) await replaceFile(path, text, PRIVATE);
    else if (!stat.isFile()) writeThrough(path, text);
    // Where a person made it a link, the file behind it is meant.
    else await replaceFile(realpathSync(path), text, stat.mode & 0o777);
  });
}

/** Undefined when nothing is there. */
export function lookAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const { code } = cause as { code?: string };
    const hint =
      code === "ENOTDIR" ? `${dirname(path)} is no folder: give another path.` : "Check who may look there.";
    throw new UserError("unwritable", `${path} cannot be written (${code})`, hint, { cause });
  }
}

function writeThrough(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    // The reader has seen enough.
    if ((error as { code?: string }).code !== "EPIPE") throw error;
  }
}
