// Safe writing below `<project>/.claude/runtime`. The project may be a stranger's clone: a link planted there
// must not lead our writes elsewhere.
import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { runtimeDir } from "../config/paths.ts";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

export function appendRuntimeFile(projectDir: string, folder: string, name: string, text: string): void {
  const path = `${ensureFolder(projectDir, folder)}/${name}`;
  write(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, text);
}

/** Replaces the file as a whole; a reader sees the old or the new one. */
export function writeRuntimeFile(projectDir: string, folder: string, name: string, text: string): void {
  const path = `${ensureFolder(projectDir, folder)}/${name}`;
  const draft = `${path}.${process.pid}.tmp`;
  write(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, text);
  renameSync(draft, path);
}

function ensureFolder(projectDir: string, folder: string): string {
  const runtime = runtimeDir(projectDir);
  const isNew = lstatSync(runtime, { throwIfNoEntry: false }) === undefined;
  for (const dir of [`${projectDir}/.claude`, runtime, `${runtime}/${folder}`]) ensureRealFolder(dir);
  if (isNew) write(`${runtime}/.gitignore`, O_WRONLY | O_CREAT | O_NOFOLLOW, "*\n");
  return `${runtime}/${folder}`;
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
