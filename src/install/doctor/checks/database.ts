// Checks whether the database files open, are intact, fit this version and are private.
import { accessSync, constants, existsSync, statfsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { databasePath, faultLogPath, logDir, manifestPath, trustPath } from "../../../config/environment.ts";
import { listAbandonedDrafts, listQuarantined } from "../../../store/create.ts";
import {
  LEDGER_VERSION,
  MEMORY_VERSION,
  memoryPath,
  type Store,
  type StoreError,
} from "../../../store/open.ts";
import { type CheckResult, type DoctorCheck, ok, problem, warn } from "../check.ts";
import { type DoctorContext, readDatabase, readSchemaVersion } from "../context.ts";

const MAX_FAULTS = 3;

/** A write-ahead log grows to a few megabytes. */
const MIN_FREE_BYTES = 1024 * 1024;

export const database: DoctorCheck = {
  id: "database",
  async run({ env }) {
    const path = databasePath(env);
    const ledger = judgeFile(path, LEDGER_VERSION);
    const memory = existsSync(memoryPath(path)) ? judgeFile(memoryPath(path), MEMORY_VERSION) : [];
    const files = [...ledger, ...memory, ...(await judgeQuarantined(env)), ...judgeDrafts(env)];
    return [...judgeSpace(env.holdfastHome), ...files];
  },
};

function judgeFile(path: string, known: number): CheckResult[] {
  const reading = readDatabase(path, describeStore);
  if (reading.state === "absent") return [ok("none yet: the first event creates it")];
  if (reading.state === "broken") return [judgeError(reading.error, path)];
  const objections = [...judgeRights(path), ...judgeStore(reading.value, path, known)];
  if (objections.length > 0) return objections;
  return [ok(`${basename(path)} is intact, ${describeSize(path)}, WAL, schema ${reading.value.version}`)];
}

/** SQLite says only "disk I/O error" then. */
function judgeSpace(folder: string): CheckResult[] {
  if (!existsSync(folder)) return [];
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= MIN_FREE_BYTES) return [];
  return [
    problem(
      `the disk of ${folder} is full: nothing is recorded, and nothing is held`,
      "Free some space there.",
    ),
  ];
}

type StoreState = ReturnType<typeof describeStore>;

function describeStore(store: Store) {
  // A row may have several lines.
  const lines = store
    .query(`PRAGMA integrity_check(${MAX_FAULTS})`)
    .values()
    .flatMap(([row]) => String(row).split("\n"));
  return {
    version: readSchemaVersion(store),
    faults: lines.filter((line) => line !== "ok" && !line.startsWith("*** in database")).slice(0, MAX_FAULTS),
    journal: store.query("PRAGMA journal_mode").values().flat()[0],
  };
}

function judgeStore({ version, faults, journal }: StoreState, path: string, known: number): CheckResult[] {
  const objections: CheckResult[] = [];
  if (faults.length > 0) {
    const nextStep = `Move ${path}, ${basename(path)}-wal and ${basename(path)}-shm away; the next event creates a new one${memoriesStay(path)}.`;
    objections.push(problem(`damaged: ${faults.join("; ")}`, nextStep));
  }
  if (version > known) {
    const effect = path.endsWith("-memory.db") ? "nothing is recalled or searched" : "nothing is held";
    const message = `created by a newer holdfast (schema ${version}, this version supports ${known}): ${effect}`;
    objections.push(problem(message, "Install the newer holdfast again."));
  }
  if (version < known) {
    objections.push(warn(`schema ${version}, older than ${known}`, "The next event updates it."));
  }
  if (journal !== "wal") {
    const nextStep = `Run \`sqlite3 '${path}' 'PRAGMA journal_mode=WAL'\`, or move the file away.`;
    objections.push(
      problem(`the journal mode is ${journal}, not WAL: hooks would wait for each other`, nextStep),
    );
  }
  return objections;
}

/** An unreadable folder already shows when reading; a file without write permission does not. */
function judgeRights(path: string): CheckResult[] {
  return [path, `${path}-wal`, `${path}-shm`].flatMap((file) => {
    const code = existsSync(file) ? whyNotWritable(file) : null;
    if (code === null) return [];
    const nextStep =
      code === "EROFS"
        ? "Its file system is read-only: make it writable, or set HOLDFAST_HOME to another folder."
        : `Run \`chmod 600 '${file}'\`.`;
    return [problem(`${file} cannot be written`, nextStep)];
  });
}

/** An error code, or null. */
function whyNotWritable(file: string): string | null {
  try {
    accessSync(file, constants.W_OK);
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? "";
  }
}

function judgeError(error: StoreError, path: string): CheckResult {
  if (error.problem === "busy")
    return problem(error.message, "Close the program that holds it, and try again.");
  if (error.problem === "corrupt") {
    return problem(
      error.message,
      `The next event sets ${path} aside and creates a new one${memoriesStay(path)}; then run this again.`,
    );
  }
  return problem(
    error.message,
    `Check that ${path} is a file you can read and write, in a folder you can write.`,
  );
}

/** Memories are files; the database only indexes them. */
function memoriesStay(path: string): string {
  return path.endsWith("-memory.db") ? " and reads the memory files again" : "";
}

async function judgeQuarantined(env: DoctorContext["env"]): Promise<CheckResult[]> {
  const found = listQuarantined(env.holdfastHome);
  if (found.length === 0) return [];
  const summary =
    found.length === 1
      ? "a damaged database was set aside"
      : `${found.length} damaged databases were set aside`;
  const nextStep = `Recover what you miss, then delete it: rm '${env.holdfastHome}'/holdfast*.db.corrupt-*`;
  return [problem(`${summary}: ${found.join(", ")}`, nextStep)];
}

/** Left by a killed process; they contain nothing. */
function judgeDrafts({ holdfastHome }: DoctorContext["env"]): CheckResult[] {
  const found = listAbandonedDrafts(holdfastHome, Date.now());
  if (found.length === 0) return [];
  const summary = `left unfinished by a killed process: ${found.join(", ")}`;
  return [warn(summary, "`holdfast prune` removes it; holdfast does so by itself once a day.")];
}

function describeSize(path: string): string {
  const bytes = Bun.file(path).size + Bun.file(`${path}-wal`).size;
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** Our files contain conversations, so nobody else on the machine may read them. */
export const privateFiles: DoctorCheck = {
  id: "private-files",
  title: "privacy",
  async run({ env }) {
    const base = databasePath(env);
    const databases = [base, memoryPath(base)].flatMap((path) => [path, `${path}-wal`, `${path}-shm`]);
    const files = [...databases, faultLogPath(env), manifestPath(env), trustPath(env)];
    const places = [
      ...[env.holdfastHome, logDir(env)].map((path) => ({ path, mode: "700" })),
      ...files.map((path) => ({ path, mode: "600" })),
    ];
    const open = (await Promise.all(places.map(findTooOpen))).flat();
    if (open.length === 0) return ok(`only you can read ${env.holdfastHome}`);
    return open.map(({ path, mode, found }) =>
      problem(`others can access ${path} (mode ${found})`, `Run \`chmod ${mode} '${path}'\`.`),
    );
  },
};

interface PrivatePath {
  path: string;
  mode: string;
}

async function findTooOpen(place: PrivatePath): Promise<(PrivatePath & { found: string })[]> {
  const found = await stat(place.path).catch(() => null); // Absent: nothing to read.
  if (!found || (found.mode & 0o077) === 0) return [];
  return [{ ...place, found: (found.mode & 0o777).toString(8) }];
}
