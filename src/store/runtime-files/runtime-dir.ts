// Safe writing below `<project>/.claude/runtime`. The project may be a stranger's clone: a link planted there
// must not lead our writes elsewhere.
import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { runtimeDir } from "../../config/paths.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** Replaces the file as a whole; a reader sees the old or the new one. */
export function writeRuntimeFile(projectDir: string, folder: string, name: string, text: string): void {
  const path = `${ensureFolder(projectDir, folder)}/${name}`;
  const draft = `${path}.${process.pid}.tmp`;
  write(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, text);
  renameSync(draft, path);
}

/** `folder` may have several parts, such as `logs/<session>`. */
export function ensureFolder(projectDir: string, folder: string): string {
  const runtime = runtimeDir(projectDir);
  const isNew = lstatSync(runtime, { throwIfNoEntry: false }) === undefined;
  for (const dir of foldersTo(projectDir, folder)) ensureRealFolder(dir);
  if (isNew) write(`${runtime}/.gitignore`, O_WRONLY | O_CREAT | O_NOFOLLOW, "*\n");
  return `${runtime}/${folder}`;
}

/** null where it is not there, or where a link would lead out of the project. */
export function realFolder(projectDir: string, folder: string): string | null {
  const isReal = foldersTo(projectDir, folder).every((dir) =>
    lstatSync(dir, { throwIfNoEntry: false })?.isDirectory(),
  );
  return isReal ? `${runtimeDir(projectDir)}/${folder}` : null;
}

function foldersTo(projectDir: string, folder: string): string[] {
  const runtime = runtimeDir(projectDir);
  const parts = folder.split("/").map((_, n, all) => `${runtime}/${all.slice(0, n + 1).join("/")}`);
  return [`${projectDir}/.claude`, runtime, ...parts];
}

function ensureRealFolder(dir: string): void {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  if (stat === undefined) mkdirSync(dir, { recursive: true, mode: 0o700 });
  else if (!stat.isDirectory()) throw new Error(`${dir} is not a plain folder`);
}

function write(path: string, flags: number, text: string): void {
  // A pipe planted in our place must fail at once, not wait for a reader.
  const file = openSync(path, flags | O_NONBLOCK, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}
