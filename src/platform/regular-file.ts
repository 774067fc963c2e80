// Reads a file whole that a person may have put anything in place of: a pipe would never end.
import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Fails with EISDIR for a folder, with ENOTFILE for a pipe or a device. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile())
      throw Object.assign(new Error(`${path} is not a regular file`), {
        code: stat.isDirectory() ? "EISDIR" : "ENOTFILE",
      });
    return await file.readFile();
  } finally {
    await file.close();
  }
}
