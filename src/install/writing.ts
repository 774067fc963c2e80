import { UserError } from "../text/user-error.ts";

/** Turns an error of the file system into one that the user can act on. */
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
    ? "Create its folder, then run the command again."
    : "Check the permissions and the free space of that folder, then run the command again.";
}

/** `ENOENT` and its kin; other errors have none. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "no error code";
}
