// Makes a throwaway home and project for one run, and odd files in them.
import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Random } from "./random.ts";

export const RECORDED_SESSION = "00000000-0000-4000-8000-000000000001";

export interface Place {
  root: string;
  home: string;
  /** `.holdfast` in the home, the default. */
  holdfast: string;
  project: string;
  temp: string;
  /** A database with the recorded session, to be copied. */
  template: string;
}

/** Made by the executable under test, so that the version fits. */
export async function makeTemplate(executable: string, folder: string): Promise<string> {
  const event = { hook_event_name: "UserPromptSubmit", session_id: RECORDED_SESSION, prompt: "Go on." };
  const made = Bun.spawn([executable, "hook"], {
    env: { HOLDFAST_HOME: folder },
    stdin: Buffer.from(JSON.stringify(event)),
  });
  await made.exited;
  const path = `${folder}/holdfast.db`;
  const store = new Database(path, { create: false, readwrite: true });
  store.run("PRAGMA wal_checkpoint(TRUNCATE)");
  store.close();
  return path;
}

export function makePlace(root: string, template: string): Place {
  const place = { root, home: `${root}/home`, project: `${root}/project`, temp: `${root}/tmp`, template };
  for (const folder of [place.home, place.project, place.temp]) mkdirSync(folder, { recursive: true });
  return { ...place, holdfast: `${place.home}/.holdfast` };
}

export function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

export function copyDatabase(place: Place): string {
  const path = `${place.holdfast}/holdfast.db`;
  mkdirSync(place.holdfast, { recursive: true });
  copyFileSync(place.template, path);
  return path;
}

/** Puts something other than a small plain file there. */
export function putOddFile(random: Random, path: string): string {
  return putOne(random, path, [...ODD_FILES, NEVER_ANSWERS]);
}

/** SQLite itself would wait for a file that never answers. */
export function putOddDatabase(random: Random, path: string): string {
  return putOne(random, path, ODD_FILES);
}

type OddFile = readonly [name: string, make: (path: string) => void];

const NEVER_ANSWERS: OddFile = [
  "a link to a file that never answers",
  (path) => symlinkSync("/proc/kmsg", path),
];
const ODD_FILES: readonly OddFile[] = [
  ["a folder", (path) => mkdirSync(path)],
  ["a pipe", (path) => void Bun.spawnSync(["mkfifo", path])],
  ["an empty file", (path) => writeFileSync(path, "")],
  ["two megabytes", (path) => writeFileSync(path, Buffer.alloc(2 * 1024 * 1024, "x\n"))],
  ["a link to nothing", (path) => symlinkSync(`${path}.gone`, path)],
  ["a link to itself", (path) => symlinkSync(path, path)],
  ["a link to a full disk", (path) => symlinkSync("/dev/full", path)],
  ["a link to endless zeros", (path) => symlinkSync("/dev/zero", path)],
];

function putOne(random: Random, path: string, files: readonly OddFile[]): string {
  const [name, make] = random.pick(files);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  make(path);
  return name;
}
