// The only way to read a project's file for text that Claude or a log gets. The project may be a stranger's: links out of it are
// not followed, a pipe does not block, and no more than the limit is read.
import { errorCode } from "../text/unknown-values.ts";
import { isLink, MAX_SMALL_FILE_BYTES, pathExists, readSmallFile, refuse, type SmallFile } from "./files.ts";
import { workTreeTop } from "./repository.ts";

/** The folder that links must not leave: the work tree, or without one the folder itself. */
export function projectTop(dir: string): string {
  return workTreeTop(dir) ?? dir;
}

/** `top`: see `projectTop`. Never throws. */
export function readProjectFile(top: string, path: string, maxBytes = MAX_SMALL_FILE_BYTES): SmallFile {
  if (!pathExists(path)) return { state: "absent" };
  try {
    const file = isPlainPath(top, path) ? path : resolveInside(top, path);
    if (file === null) return refuse("it is a link that leads out of the project");
    return readSmallFile(file, { maxBytes, followsLink: false });
  } catch (error) {
    // Not resolved: removed meanwhile, or its folder is not readable.
    const code = errorCode(error);
    return code === "ENOENT" ? { state: "absent" } : refuse(`it cannot be read (${code})`);
  }
}

/** The path is below the top and has no links. */
function isPlainPath(top: string, path: string): boolean {
  const base = top.endsWith("/") ? top : `${top}/`;
  if (!path.startsWith(base)) return false;
  const parts = path.slice(base.length).split("/");
  if (parts.includes("..")) return false;
  return parts.every((_, n) => !isLink(`${base}${parts.slice(0, n + 1).join("/")}`));
}

/** null when the real path is outside. */
function resolveInside(top: string, path: string): string | null {
  const { realpathSync } = process.getBuiltinModule("node:fs");
  const [base, file] = [realpathSync(top), realpathSync(path)];
  return file.startsWith(base.endsWith("/") ? base : `${base}/`) ? file : null;
}
