// Files below `<project>/.claude/runtime`. The project may be cloned from a stranger: a planted link must not redirect our writes.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { runtimeDir } from "../config/environment.ts";
import { DRAFT_ENDING, DraftFile, writeWhole } from "../platform/atomic-file.ts";
import { isLink, readSmallFile } from "../platform/files.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
/** With O_NONBLOCK, a planted pipe fails at once instead of waiting for a reader. */
const APPEND_FLAGS = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
/** No writer takes this long: an older draft was left by a killed process. */
const MAX_DRAFT_AGE_MS = 3_600_000;

/** `folder` may have several parts, such as `logs/<session>`. */
async function ensureRuntimeFolder(projectDir: string, folder: string): Promise<string> {
  for (const dir of foldersTo(projectDir, folder)) ensurePlainFolder(dir);
  await ignoreRuntimeFolder(projectDir);
  return `${runtimeDir(projectDir)}/${folder}`;
}

/** Makes git ignore the folder, whoever created it. Files that git tracks are not touched. */
export async function ignoreRuntimeFolder(projectDir: string): Promise<void> {
  if (findRuntimeFolder(projectDir, ".") === null) return;
  const path = `${runtimeDir(projectDir)}/.gitignore`;
  const own = readSmallFile(path, { followsLink: false });
  if (own.state === "absent" && !isLink(path)) append(path, "*\n");
  // Its own .gitignore ignores only some files.
  else if (own.state !== "read" || !own.text.split(/\r?\n/).includes("*"))
    await (await import("./git-exclude.ts")).excludeRuntime(projectDir);
}

/** Creates the file and its folder if needed. */
export function appendToPlainFile(path: string, text: string): void {
  try {
    ensurePlainFolder(dirname(path));
    append(path, text);
  } catch {
    // The repository cannot be written: nothing can be committed to it either.
  }
}

/** null when the folder is missing or reached by a link. */
export function findRuntimeFolder(projectDir: string, folder: string): string | null {
  const isPlain = foldersTo(projectDir, folder).every((dir) =>
    lstatSync(dir, { throwIfNoEntry: false })?.isDirectory(),
  );
  return isPlain ? `${runtimeDir(projectDir)}/${folder}` : null;
}

export async function writeRuntimeFile(
  projectDir: string,
  folder: string,
  name: string,
  text: string,
): Promise<void> {
  writeWhole(`${await ensureRuntimeFolder(projectDir, folder)}/${name}`, text);
}

/** For a file that is written piece by piece. */
export async function openRuntimeDraft(projectDir: string, folder: string, name: string): Promise<DraftFile> {
  const dir = await ensureRuntimeFolder(projectDir, folder);
  removeAbandonedDrafts(dir, Date.now());
  return new DraftFile(`${dir}/${name}`);
}

/** A full file is renamed to `<name>.1`, replacing the earlier one: at most twice `maxBytes` are kept. */
export async function appendRuntimeLines(
  projectDir: string,
  folder: string,
  name: string,
  text: string,
  maxBytes: number,
): Promise<void> {
  const path = `${await ensureRuntimeFolder(projectDir, folder)}/${name}`;
  rotateIfFull(path, Buffer.byteLength(text), maxBytes);
  append(path, text);
}

function rotateIfFull(path: string, addedBytes: number, maxBytes: number): void {
  const file = openSync(path, APPEND_FLAGS, 0o600);
  try {
    const { size, ino } = fstatSync(file);
    if (size === 0 || size + addedBytes <= maxBytes) return;
    // Another process may have rotated it meanwhile: its new file must not be rotated too.
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) renameSync(path, `${path}.1`);
  } finally {
    closeSync(file);
  }
}

function append(path: string, text: string): void {
  const file = openSync(path, APPEND_FLAGS, 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(file, bytes, sent);
  } finally {
    closeSync(file);
  }
}

function foldersTo(projectDir: string, folder: string): string[] {
  const runtime = runtimeDir(projectDir);
  const parts = folder.split("/").map((_, n, all) => `${runtime}/${all.slice(0, n + 1).join("/")}`);
  return [`${projectDir}/.claude`, runtime, ...parts];
}

function ensurePlainFolder(dir: string): void {
  const stat = lstatSync(dir, { throwIfNoEntry: false });
  if (stat === undefined) mkdirSync(dir, { recursive: true, mode: 0o700 });
  else if (!stat.isDirectory()) throw new Error(`${dir} is not a plain folder`);
}

function removeAbandonedDrafts(dir: string, now: number): void {
  for (const name of readdirSync(dir)) {
    if (!name.endsWith(DRAFT_ENDING)) continue;
    const stat = statSync(`${dir}/${name}`, { throwIfNoEntry: false });
    if (stat && now - stat.mtimeMs > MAX_DRAFT_AGE_MS) rmSync(`${dir}/${name}`, { force: true });
  }
}
