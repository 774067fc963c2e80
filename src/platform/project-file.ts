// The only way to read a project's file for text that Claude or a log gets. The project may be a stranger's: links out of it are
// not followed, a pipe does not block, and no more than the limit is read.
import { isLink, pathExists, READ_NO_LINK_FLAGS, readUntil, type SmallFile } from "./files.ts";
import { libc, pathBytes } from "./libc.ts";
import { workTreeTop } from "./repository.ts";

const MAX_BYTES = 1024 * 1024;
const FIRST_BYTES = 8 * 1024;

/** The folder that links must not leave: the work tree, or without one the folder itself. */
export function projectTop(dir: string): string {
  return workTreeTop(dir) ?? dir;
}

/** `top`: see `projectTop`. Never throws. */
export function readProjectFile(top: string, path: string, maxBytes = MAX_BYTES): SmallFile {
  if (!pathExists(path)) return { state: "absent" };
  try {
    const file = isPlainPath(top, path) ? path : resolveInside(top, path);
    if (file === null) return refused("it is a link that leads out of the project");
    return readPlainFile(file, maxBytes);
  } catch (error) {
    const { code } = error as { code?: string };
    // Removed meanwhile.
    return code === "ENOENT" ? { state: "absent" } : refused(`it cannot be read (${code ?? error})`);
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
  const { realpathSync } = nodeFs();
  const [base, file] = [realpathSync(top), realpathSync(path)];
  return file.startsWith(base.endsWith("/") ? base : `${base}/`) ? file : null;
}

function readPlainFile(path: string, maxBytes: number): SmallFile {
  const system = libc();
  const file = system
    ? system.open(pathBytes(path), READ_NO_LINK_FLAGS)
    : nodeFs().openSync(path, READ_NO_LINK_FLAGS);
  if (file < 0) {
    // Throws with the reason.
    nodeFs().accessSync(path, nodeFs().constants.R_OK);
    return refused("it cannot be opened");
  }
  try {
    // One byte over the limit, instead of asking for the size, which would load another C function.
    const max = maxBytes + 1;
    const bytes = readUntil(max, Math.min(max, FIRST_BYTES), (into, at) =>
      system ? system.pread(file, into, into.length, at) : nodeFs().readSync(file, into, 0, into.length, at),
    );
    if (bytes === null) return refused("it is a device, a pipe or a folder, not a file");
    if (bytes.length > maxBytes)
      return { state: "refused", code: "too-large", message: `it has more than ${maxBytes} bytes` };
    return { state: "read", text: new TextDecoder().decode(bytes) };
  } finally {
    if (system) system.close(file);
    else nodeFs().closeSync(file);
  }
}

function refused(message: string): SmallFile {
  return { state: "refused", code: "unreadable", message };
}

/** Only for links or without the C library: the import costs a millisecond. */
function nodeFs(): typeof import("node:fs") {
  return process.getBuiltinModule("node:fs");
}
