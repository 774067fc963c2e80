// A file that a command was told to write. A device or a pipe is written through; everything else is replaced as a whole.
import { lstatSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { writing } from "../install/writing.ts";
import { replaceFile } from "../platform/atomic-file.ts";
import { UserError } from "../text/user-error.ts";

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

/** Undefined when nothing is there. A link that leads nowhere is refused: which file is meant, nobody can tell. */
export function lookAt(path: string) {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat || !lstatSync(path, { throwIfNoEntry: false })) return stat;
    throw new UserError(
      "dangling-link",
      `${path} is a link to what is not there`,
      "Make what it leads to, or remove the link.",
    );
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
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
