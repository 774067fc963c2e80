// The package as a user gets it: packed, installed into an empty folder, run by Node with no Bun in sight.
import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeFileIn } from "./temp.ts";

export const ROOT = resolve(import.meta.dir, "../..");

export interface Tarball {
  path: string;
  files: string[];
  size: number;
  unpackedSize: number;
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

/** With an empty home, and a PATH on which there is only Node. */
export async function installPackage(base: string, tarball: Tarball): Promise<Place> {
  const place = {
    folder: join(base, "some project"),
    home: join(base, "home"),
    env: { PATH: join(base, "bin") },
  };
  for (const path of [place.home, place.env.PATH]) mkdirSync(path);
  symlinkSync(requireTool("node"), join(place.env.PATH, "node"));
  writeFileIn(place.folder, "package.json", "{}");
  // As npm does it for a user who allowed no scripts.
  await npm(place.folder, place.home, "install", "--ignore-scripts", "--prefer-offline", tarball.path);
  return place;
}

export async function packFolder(folder: string, target: string): Promise<Tarball> {
  const [packed] = JSON.parse(await npm(folder, target, "pack", "--json", "--pack-destination", target));
  const files = packed.files.map((file: { path: string }) => file.path);
  return { path: join(target, packed.filename), files, size: packed.size, unpackedSize: packed.unpackedSize };
}

export const launcherOf = ({ folder }: Place) => join(folder, "node_modules/.bin/holdfast");
export const sourcesOf = ({ folder }: Place) => join(folder, "node_modules/holdfast");
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

/** An empty home, but the cache and the registry of this machine. */
export async function npmEnvironment(): Promise<Record<string, string>> {
  const { stdout } = await run(developer(), [requireTool("npm"), "config", "get", "cache", "registry"]);
  const { cache = "", registry = "" } = Object.fromEntries(
    stdout.split("\n").map((line) => line.split(/=(.*)/, 2)),
  );
  return { npm_config_cache: cache, npm_config_registry: registry, npm_config_update_notifier: "false" };
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
