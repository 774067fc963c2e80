// Compiled executables. A name has the version, a hash of the sources and the size, so a cut-off file shows.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ENTRY = /^(holdfast-\d+\.\d+\.\d+[0-9A-Za-z.+-]*-[0-9a-f]{16})-(\d+)$/;
const WORK_DIR = /^\.compile-\w{6}$/;
const ABANDONED_MS = 3_600_000;

/** What is to be run: this package's sources, on this machine. */
export function describeBuild() {
  const { version, files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const home = process.env.HOLDFAST_HOME || join(homedir(), ".holdfast");
  const name = `holdfast-${version}-${hashSources(["package.json", ...files])}`;
  return { root: ROOT, version, name, cacheDir: resolve(home, "cache") };
}

/** Only in a folder, and only a file, that nobody else could have written. */
export function findExecutable({ cacheDir, name }) {
  if (!isPrivate(cacheDir)) return null;
  const file = listFolder(cacheDir).find((file) => isOf(name, file) && isWhole(cacheDir, file));
  return file ? join(cacheDir, file) : null;
}

/** Leaves alone what another launcher may be using: this build in another size, or a compilation under way. */
export function removeOutdated({ cacheDir, name }) {
  for (const file of listFolder(cacheDir)) {
    const path = join(cacheDir, file);
    const isOutdated = ENTRY.test(file) && !(isOf(name, file) && isWhole(cacheDir, file));
    const isLeftOver = WORK_DIR.test(file) && isAbandoned(path);
    if (isOutdated || isLeftOver) removeIfAllowed(path);
  }
}

function hashSources(paths) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const path of paths.flatMap(listFiles).sort()) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

function listFiles(path) {
  const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(ROOT, path)).flatMap((name) => listFiles(`${path}/${name}`));
}

function listFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return []; // Not there yet. If it cannot be used at all, compiling says so.
  }
}

function removeIfAllowed(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Left by another user, say root: it only takes up room.
  }
}

function isOf(name, file) {
  return ENTRY.exec(file)?.[1] === name;
}

function isWhole(folder, file) {
  const found = statSync(join(folder, file), { throwIfNoEntry: false });
  const isOf = found?.size === Number(ENTRY.exec(file)[2]) && found.uid === process.getuid();
  return isOf && found.isFile() && (found.mode & 0o100) !== 0;
}

/** Owned by this user, and not writable by others. A folder that cannot be looked at is not. */
export function isPrivate(folder) {
  let found;
  try {
    found = statSync(folder, { throwIfNoEntry: false });
  } catch {
    return false; // Such as a path through a plain file.
  }
  return found !== undefined && found.uid === process.getuid() && (found.mode & 0o022) === 0;
}

function isAbandoned(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}
