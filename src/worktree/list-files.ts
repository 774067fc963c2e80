// The files of a folder without git, so that what a command changed there is seen.
import { fileStatus, isFolder, isPlainFile } from "../platform/file-status.ts";

/** Enough for a project without git; a larger folder is seen in part, the top first. */
const MAX_ENTRIES = 5000;
/** What tools install, build or hide. */
const NOT_WRITTEN =
  /^(?:node_modules|vendor|third_party|dist|build|out|target|venv|env|__pycache__|coverage)$/;

export interface ListedFile {
  path: string;
  ctimeMs: number;
}

/** Absolute paths. Does not follow links. */
export function listFiles(dir: string): ListedFile[] {
  const files: ListedFile[] = [];
  const folders = [dir];
  let left = MAX_ENTRIES;
  for (const folder of folders) {
    for (const name of listNames(folder)) {
      if (left-- === 0) return files;
      const path = `${folder}/${name}`;
      const status = NOT_WRITTEN.test(name) ? null : fileStatus(path);
      if (status === null) continue;
      if (isPlainFile(status)) files.push({ path, ctimeMs: status.ctimeMs });
      else if (isFolder(status)) folders.push(path);
    }
  }
  return files;
}

/** Hidden ones are left out. */
function listNames(folder: string): string[] {
  try {
    return [...new Bun.Glob("*").scanSync({ cwd: folder, onlyFiles: false })].sort();
  } catch {
    return []; // It cannot be read.
  }
}
