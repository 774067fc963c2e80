// A throwaway home and project for one run, and odd things to put into them.
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createStore } from "../src/store/create.ts";
import { openExisting } from "../src/store/open.ts";
import { touchSession } from "../src/store/sessions.ts";
import type { Random } from "./fuzz-random.ts";

export interface Place {
  root: string;
  home: string;
  /** `.holdfast` in the home, where the program looks unless told otherwise. */
  holdfast: string;
  project: string;
  temp: string;
  /** A database with a session in it, to be copied. */
  template: string;
}

/** A session the template knows; recorded payloads carry it. */
const KNOWN_SESSION = "00000000-0000-4000-8000-000000000001";

export function makeTemplate(folder: string): string {
  const path = `${folder}/template.db`;
  createStore(path);
  const store = openExisting(path);
  const seen = { projectDir: "/home/user/project", transcriptPath: null, at: 1_700_000_000_000, toolCalls: 3 };
  touchSession(store, { sessionId: KNOWN_SESSION, ...seen });
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

/** Something in the place of a file that is not a plain file, or not a small one. */
export function putOddFile(random: Random, path: string): string {
  const [name, make] = random.pick(ODD_FILES);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  make(path);
  return name;
}

const ODD_FILES: readonly [string, (path: string) => void][] = [
  ["a folder", (path) => mkdirSync(path)],
  ["a pipe", (path) => void Bun.spawnSync(["mkfifo", path])],
  ["an empty file", (path) => writeFileSync(path, "")],
  ["two megabytes", (path) => writeFileSync(path, Buffer.alloc(2 * 1024 * 1024, "x\n"))],
  ["a link to nothing", (path) => symlinkSync(`${path}.gone`, path)],
  ["a link to itself", (path) => symlinkSync(path, path)],
  ["a link to a full disk", (path) => symlinkSync("/dev/full", path)],
  ["a link to endless zeros", (path) => symlinkSync("/dev/zero", path)],
  ["a link to a file that never answers", (path) => symlinkSync("/proc/kmsg", path)],
];
