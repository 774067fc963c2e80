// The package as a user gets it: packed, installed into an empty folder, and run by Node without Bun.
import { mkdirSync, statSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageFor } from "../../npm/names.mjs";
import { version } from "../../package.json" with { type: "json" };
import { writeFileIn } from "./temp.ts";

export const ROOT = resolve(import.meta.dir, "../..");

export interface Tarball {
  path: string;
  files: string[];
  size: number;
}

export interface Place {
  folder: string;
  home: string;
  env?: Record<string, string>;
}

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Makes npm store instead of compress, which for an executable takes longer than the tests. */
const QUICK_GZIP = `--import=data:text/javascript,${encodeURIComponent(`
  import zlib from "node:zlib";
  const { Gzip } = zlib;
  const hasExecutable = process.argv.some((word) => /\\/holdfast-(linux|darwin|win32)-\\w+$/.test(word));
  zlib.Gzip = class extends Gzip {
    constructor(options) {
      super({ ...options, level: hasExecutable ? 0 : 1 });
    }
  };
`)}`;

/** Runs `npm run package` for this machine: the main package and the one with the executable. */
export async function makePackages(target: string): Promise<{ main: Tarball; executable: Tarball }> {
  const platform = `${process.platform}-${process.arch}`;
  const script = [process.execPath, join(ROOT, "scripts/package.ts"), "--only", platform, "--out", target];
  const env = { PATH: process.env.PATH ?? "", NODE_OPTIONS: QUICK_GZIP, ...(await npmEnvironment()) };
  const { exitCode, stderr } = await run({ folder: ROOT, home: target, env }, script);
  if (exitCode !== 0) throw new Error(`npm run package failed: ${stderr}`);
  const executableOf = packageFor(platform).replace("@", "").replace("/", "-");
  const [main, executable] = await Promise.all(
    ["holdfast", executableOf].map((name) => readTarball(join(target, `${name}-${version}.tgz`))),
  );
  if (!main || !executable) throw new Error("a package is missing");
  return { main, executable };
}

async function readTarball(path: string): Promise<Tarball> {
  const { stdout } = Bun.spawnSync([requireTool("tar"), "-tzf", path]);
  const files = stdout
    .toString()
    .trim()
    .split("\n")
    .map((file) => file.replace(/^package\//, ""));
  return { path, files, size: statSync(path).size };
}

/** With an empty home, and only Node on PATH. */
export async function installPackage(base: string, tarballs: readonly Tarball[]): Promise<Place> {
  const place = {
    folder: join(base, "some project"),
    home: join(base, "home"),
    env: { PATH: join(base, "bin") },
  };
  for (const path of [place.home, place.env.PATH]) mkdirSync(path);
  symlinkSync(requireTool("node"), join(place.env.PATH, "node"));
  writeFileIn(place.folder, "package.json", "{}");
  // Without scripts, which a user may not allow.
  await npm(
    place.folder,
    place.home,
    "install",
    "--ignore-scripts",
    "--prefer-offline",
    ...tarballs.map(({ path }) => path),
  );
  return place;
}

export const launcherOf = ({ folder }: Place) => join(folder, "node_modules/.bin/holdfast");
export const sourcesOf = ({ folder }: Place) => join(folder, "node_modules/holdfast");
/** The package with the executable for this machine. */
export const packagedIn = ({ folder }: Place) =>
  join(folder, "node_modules", packageFor(`${process.platform}-${process.arch}`));
export const cacheOf = ({ home }: Place) => join(home, ".holdfast/cache");

export function start(place: Place, command: string[]) {
  return Bun.spawn(command, {
    cwd: place.folder,
    env: { HOME: place.home, ...place.env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
}

export async function run(place: Place, command: string[], stdin = ""): Promise<Ran> {
  const child = start(place, command);
  child.stdin.write(stdin);
  child.stdin.end();
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

let environment: Promise<Record<string, string>> | undefined;

/** An empty home with this machine's npm cache and registry. */
export function npmEnvironment(): Promise<Record<string, string>> {
  environment ??= readNpmEnvironment();
  return environment;
}

async function readNpmEnvironment(): Promise<Record<string, string>> {
  const { stdout } = await run(developer(), [requireTool("npm"), "config", "get", "cache", "registry"]);
  const { cache = "", registry = "" } = Object.fromEntries(
    stdout.split("\n").map((line) => line.split(/=(.*)/, 2)),
  );
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  return {
    npm_config_cache: cache,
    npm_config_registry: registry,
    npm_config_update_notifier: "false",
    npm_config_prefer_offline: "true",
    // The packages for other platforms are not in any registry yet.
    npm_config_fetch_retries: "0",
    ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }),
  };
}

export function requireTool(name: string): string {
  const path = Bun.which(name);
  if (!path) throw new Error(`${name} is not on PATH`);
  return path;
}

async function npm(folder: string, home: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? "", ...(await npmEnvironment()) };
  const { exitCode, stdout, stderr } = await run({ folder, home, env }, [
    requireTool("npm"),
    ...args,
    "--no-audit",
    "--no-fund",
  ]);
  if (exitCode !== 0) throw new Error(`npm ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

function developer(): Place {
  return { folder: ROOT, home: process.env.HOME ?? "", env: { PATH: process.env.PATH ?? "" } };
}
