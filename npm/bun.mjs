// A Bun to compile with: one that npm installed beside this package, found even when its install script did not run, or the user's own.
import { execFile, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { LaunchError } from "./launch-error.mjs";
import { NAMES, packageFor } from "./names.mjs";

const CPUS = { x64: "x64", arm64: "aarch64" };

export function findBun() {
  const bun = [...bundledBuns(), ...bunsOnPath()].find((path) => runPlain(path, ["--version"]).status === 0);
  if (bun) return bun;
  const message = `found no Bun to compile with that runs here (${process.platform} ${process.arch}).`;
  const again = NAMES.published
    ? `Install it again with its optional packages, which bring the executable: npm install --include=optional ${NAMES.package}`
    : `Install the tarball of ${packageFor(`${process.platform}-${process.arch}`)}, made by \`npm run package\`, beside this one.`;
  const hint = `${again}\nWhere none fits this machine, give it a Bun to compile with: npm install -g bun`;
  throw new LaunchError(message, hint);
}

/** Runs Bun, or what it compiled, without the user's own settings for Bun and Node. */
export function runPlain(program, args, cwd) {
  return spawnSync(program, args, { cwd, env: plainEnvironment(), encoding: "utf8" });
}

/** The same, while this process goes on. */
export function startPlain(program, args, cwd) {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: plainEnvironment(), encoding: "utf8" }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === "number" ? error.code : null;
      const isStarted = error === null || status !== null || error.signal;
      resolve({ status, signal: error?.signal, error: isStarted ? undefined : error, stdout, stderr });
    });
  });
}

function plainEnvironment() {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(BUN|NODE)_/.test(name)));
  // Bun would keep what it has read of large files in the user's home.
  env.BUN_RUNTIME_TRANSPILER_CACHE_PATH = "0";
  return env;
}

function bundledBuns() {
  const manifest = resolveFrom(import.meta.url, "bun/package.json");
  if (!manifest) return [];
  const platform = `@oven/bun-${process.platform}-${CPUS[process.arch]}`;
  const unpacked = [platform, `${platform}-musl`]
    .map((name) => resolveFrom(manifest, `${name}/package.json`))
    .filter((path) => path !== null)
    .map((path) => join(dirname(path), "bin/bun"));
  const movedByInstallScript = join(dirname(manifest), "bin/bun.exe");
  return [...unpacked, movedByInstallScript];
}

/**
 * One by one: npm puts its own, possibly broken, `bun` before the user's. None from the project, whose folders npx puts first, nor
 * from a relative folder.
 */
function bunsOnPath() {
  const project = projectFolder(process.cwd());
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => folder.startsWith("/"));
  return folders
    .filter((folder) => project === null || !`${realPath(folder)}/`.startsWith(`${project}/`))
    .map((folder) => join(folder, "bun"));
}

/** The top of the repository, or else the folder itself; null for the home folder and what is above it. */
function projectFolder(folder) {
  const here = realPath(folder);
  let top = here;
  while (!existsSync(join(top, ".git")) && dirname(top) !== top) top = dirname(top);
  const project = existsSync(join(top, ".git")) ? top : here;
  return `${realPath(homedir())}/`.startsWith(project === "/" ? "/" : `${project}/`) ? null : project;
}

function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return path; // It does not exist, so nothing is started there.
  }
}

function resolveFrom(file, request) {
  try {
    return createRequire(file).resolve(request);
  } catch {
    return null; // Not installed.
  }
}
