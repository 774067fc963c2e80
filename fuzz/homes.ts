// Makes homes in which something is wrong with holdfast's own folder.
import { Database } from "bun:sqlite";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { mutate, truncate } from "./mutate.ts";
import { copyDatabase, type Place, put, putOddDatabase, putOddFile } from "./place.ts";
import type { Random } from "./random.ts";
import { oddState } from "./states.ts";

/** Changes to the environment; undefined removes a variable. */
export type Variables = Record<string, string | undefined>;

export interface Setting {
  /** In words, for the report. */
  what: string;
  env?: Variables;
  /** Undoes changes outside the run's own folder. */
  undo?: () => void;
}

type Home = (random: Random, place: Place) => Setting;

/** `writable`: a fault can still be recorded in it. */
export function setHome(random: Random, place: Place): Setting & { writable: boolean } {
  const home = random.pick([...WRITABLE, ...UNWRITABLE]);
  return { ...home(random, place), writable: WRITABLE.includes(home) };
}

/** The program's folder without a HOME: only root can write there, and it may be in use. */
const ROOT_HOME = "/.holdfast";
const MAY_USE_ROOT = !existsSync(ROOT_HOME);

const PAUSED = JSON.stringify([{ scope: "all", target: "", since: 1, until: null }]);

const WRITABLE: readonly Home[] = [
  () => ({ what: "a new home" }),
  usedHome,
  usedHome,
  usedHome,
  damagedDatabase,
  damagedDatabase,
  oddDatabase,
  damagedLog,
  heldDatabase,
  oddSmallFile,
  oddSmallFile,
  oddState,
  oddState,
];
const UNWRITABLE: readonly Home[] = [oddLogs, oddHoldfastHome, oddHome];

function usedHome(_random: Random, place: Place): Setting {
  copyDatabase(place);
  return { what: "a used home" };
}

function damagedDatabase(random: Random, place: Place): Setting {
  const path = copyDatabase(place);
  const bytes = Uint8Array.from(readFileSync(path));
  const kind = random.below(4);
  if (kind === 0) put(path, truncate(random, bytes));
  if (kind === 1) put(path, mutate(random, bytes));
  if (kind === 2) for (let n = 0; n < 400; n++) bytes[random.below(bytes.length)] = random.below(256);
  // Past the header, so that SQLite notices only when it reads a page.
  if (kind === 3) bytes.set(random.bytes(4096), 4096 * (1 + random.below(bytes.length / 4096 - 1)));
  if (kind >= 2) put(path, bytes);
  return { what: `a damaged database (${["cut", "mutated", "noise", "a wrong page"][kind]})` };
}

function oddDatabase(random: Random, place: Place): Setting {
  const path = copyDatabase(place);
  if (random.chance(0.6)) return { what: `a database that is ${putOddDatabase(random, path)}` };
  const store = new Database(path);
  const statement = random.pick(["PRAGMA user_version = 999", "DROP TABLE budgets", "DROP TABLE sessions"]);
  store.run(statement);
  store.close();
  return { what: `a database after ${statement}` };
}

function damagedLog(random: Random, place: Place): Setting {
  const path = copyDatabase(place);
  if (random.chance(0.5)) {
    const suffix = random.pick(["-wal", "-shm"]);
    return { what: `${suffix} is ${putOddDatabase(random, path + suffix)}` };
  }
  const suffix = random.pick(["-wal", "-shm", "-journal"]);
  put(path + suffix, random.bytes(random.below(40_000)));
  return { what: `noise in ${suffix}` };
}

/** Another process holds the write lock forever. */
function heldDatabase(random: Random, place: Place): Setting {
  if (random.chance(0.7)) return usedHome(random, place);
  const store = new Database(copyDatabase(place));
  store.run(random.pick(["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]));
  return { what: "a database that another process holds", undo: () => store.close() };
}

function oddSmallFile(random: Random, place: Place): Setting {
  copyDatabase(place);
  const name = random.pick(["config.json", "paused.json", "trust.json", "state", "bin"]);
  const path = `${place.holdfast}/${name}`;
  if (random.chance(0.5)) return { what: `${name} is ${putOddFile(random, path)}` };
  put(path, random.chance(0.5) ? random.bytes(random.below(300)) : PAUSED);
  return { what: `odd text in ${name}` };
}

function oddLogs(random: Random, place: Place): Setting {
  copyDatabase(place);
  const name = random.pick(["logs", "logs/faults.jsonl", "logs/debug.log"]);
  return { what: `${name} is ${putOddFile(random, `${place.holdfast}/${name}`)}` };
}

function oddHoldfastHome(random: Random, place: Place): Setting {
  put(`${place.root}/file`, "");
  const below = [
    `${place.root}/file`,
    `${place.root}/file/below`,
    "/proc/self/holdfast",
    "/dev/null/x",
    "/sys/holdfast",
  ];
  const named = [
    "here",
    "./a/../b",
    `${place.root}/${"x".repeat(5000)}`,
    `${place.root}/a\n"b' é😀`,
    `${place.root}/gone/far`,
  ];
  const path = random.pick([...below, ...named]);
  return { what: `HOLDFAST_HOME=${path.slice(0, 100)}`, env: { HOLDFAST_HOME: path } };
}

function oddHome(random: Random, place: Place): Setting {
  put(`${place.root}/file`, "");
  const odd = [`${place.root}/file`, "/dev/null", "/proc/self", "here", `/${"x".repeat(5000)}`];
  const home = random.pick(MAY_USE_ROOT ? [...odd, "", "unset"] : odd);
  return {
    what: `HOME=${home.slice(0, 100)}`,
    env: { HOME: home === "unset" ? undefined : home },
    undo: () => (MAY_USE_ROOT ? rmSync(ROOT_HOME, { recursive: true, force: true }) : undefined),
  };
}
