import { UserError } from "../text/user-error.ts";
import { errorCode } from "./error-code.ts";

/** Turns a refusal of the file system into something the user can act on. */
export async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (cause instanceof UserError || !errorCode(cause).startsWith("E")) throw cause;
    const code = errorCode(cause);
    throw new UserError("unwritable", `${path} cannot be written (${code})`, hintFor(code), { cause });
  }
}

function hintFor(code: string): string {
  return code === "ENOENT"
    ? "Its folder is not there: make it, then run the command again."
    : "Check the permissions and the free space of that folder, then run the command again.";
}
