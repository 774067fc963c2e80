// The database: does it open, is it whole, does it fit this version?
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { databasePath } from "../../../config/paths.ts";
import { listAbandonedDrafts } from "../../../store/create.ts";
import {
  LEDGER_VERSION,
  MEMORY_VERSION,
  memoryPath,
  type Store,
  type StoreError,
} from "../../../store/open.ts";
import { listQuarantined } from "../../../store/quarantine.ts";
import { type Check, type CheckResult, ok, problem, warn } from "../check.ts";
import type { DoctorContext } from "../context.ts";
import { readDatabase } from "../read-store.ts";
import { readIntegrity, readJournalMode, readSchemaVersion } from "../store-health.ts";

export const database: Check = {
  id: "database",
  title: "database",
  async run({ env }) {
    const path = databasePath(env);
    const ledger = await judgeFile(path, LEDGER_VERSION);
    const memory = existsSync(memoryPath(path)) ? await judgeFile(memoryPath(path), MEMORY_VERSION) : [];
    return [...ledger, ...memory, ...(await judgeSetAside(env)), ...judgeDrafts(env)];
  },
};

async function judgeFile(path: string, known: number): Promise<CheckResult[]> {
  const reading = readDatabase(path, describeStore);
  if (reading.state === "absent") return [ok("none yet: the first event makes it")];
  if (reading.state === "broken") return [judgeError(reading.error, path)];
  const objections = judgeStore(reading.value, path, known);
  if (objections.length > 0) return objections;
  return [
    ok(`${basename(path)} is whole, ${await describeSize(path)}, WAL, schema ${reading.value.version}`),
  ];
}

type StoreState = ReturnType<typeof describeStore>;

function describeStore(store: Store) {
  return { version: readSchemaVersion(store), faults: readIntegrity(store), journal: readJournalMode(store) };
}

function judgeStore({ version, faults, journal }: StoreState, path: string, known: number): CheckResult[] {
  const objections: CheckResult[] = [];
  if (faults.length > 0) {
    const nextStep = `Move ${path}, ${basename(path)}-wal and ${basename(path)}-shm away; the next event makes a new one.`;
    objections.push(problem(`damaged: ${faults.join("; ")}`, nextStep));
  }
  if (version > known) {
    const message = `made by a newer holdfast (schema ${version}, this one knows ${known}): nothing is held`;
    objections.push(problem(message, "Install the newer holdfast again."));
  }
  if (version < known) {
    objections.push(warn(`schema ${version}, older than ${known}`, "The next event brings it up to date."));
  }
  if (journal !== "wal") {
    const nextStep = `Run \`sqlite3 '${path}' 'PRAGMA journal_mode=WAL'\`, or move the file away.`;
    objections.push(
      problem(`the journal mode is ${journal}, not WAL: hooks would wait for each other`, nextStep),
    );
  }
  return objections;
}

function judgeError(error: StoreError, path: string): CheckResult {
  if (error.problem === "busy")
    return problem(error.message, "Close the program that holds it, and try again.");
  if (error.problem === "corrupt") {
    return problem(
      error.message,
      `The next event sets ${path} aside and makes a new one; then run this again.`,
    );
  }
  return problem(
    error.message,
    `Check that ${path} is a file you may read and write, in a folder you may write to.`,
  );
}

async function judgeSetAside(env: DoctorContext["env"]): Promise<CheckResult[]> {
  const found = await listQuarantined(env.holdfastHome);
  if (found.length === 0) return [];
  const said =
    found.length === 1
      ? "a damaged database was set aside"
      : `${found.length} damaged databases were set aside`;
  const nextStep = `Look into it if you miss something, then delete it: rm '${env.holdfastHome}'/holdfast*.db.corrupt-*`;
  return [problem(`${said}: ${found.join(", ")}`, nextStep)];
}

/** A killed process leaves them; they hold nothing. */
function judgeDrafts({ holdfastHome }: DoctorContext["env"]): CheckResult[] {
  const found = listAbandonedDrafts(holdfastHome, Date.now());
  if (found.length === 0) return [];
  const said = `begun and never finished, by a process that was killed: ${found.join(", ")}`;
  return [warn(said, "`holdfast prune` removes it; holdfast does so by itself once a day.")];
}

async function describeSize(path: string): Promise<string> {
  const sizes = await Promise.all(
    [path, `${path}-wal`].map((file) =>
      stat(file).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
