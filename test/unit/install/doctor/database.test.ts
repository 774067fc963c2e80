import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { databasePath } from "../../../../src/config/environment.ts";
import { database } from "../../../../src/install/doctor/checks/database.ts";
import { LEDGER_VERSION, MEMORY_VERSION, openStore } from "../../../../src/store/open.ts";
import { makePatient, type Patient, runCheck, statusesOf, textOf, writeJson } from "./patient.ts";
import { addDecision, changeStore } from "./store.ts";

function writeDatabase(patient: Patient, content: string): string {
  mkdirSync(dirname(databasePath(patient.env)), { recursive: true });
  writeFileSync(databasePath(patient.env), content);
  return databasePath(patient.env);
}

function runSql(path: string, ...statements: string[]): void {
  const store = new Database(path);
  for (const sql of statements) store.run(sql);
  store.close();
}

describe("the check of the database", () => {
  test("says when the disk is full", async () => {
    const patient = makePatient();
    // File systems without any free space.
    const holdfastHome = existsSync("/proc") ? "/proc" : "/dev";
    const results = await runCheck(database, { ...patient, env: { ...patient.env, holdfastHome } });
    expect(textOf(results, "problem")).toContain(`the disk of ${holdfastHome} is full`);
  });

  test("passes when there is none, and creates none", async () => {
    const patient = makePatient();
    expect(statusesOf(await runCheck(database, patient))).toEqual(["ok"]);
    expect(existsSync(databasePath(patient.env))).toBe(false);
  });

  test("passes on an intact one, with size, mode and schema", async () => {
    const patient = makePatient();
    await changeStore(patient, (store) => addDecision(store, {}));
    const results = await runCheck(database, patient);
    expect(statusesOf(results)).toEqual(["ok", "ok"]);
    const whole = "is intact, \\d+ KiB, WAL, schema";
    expect(results[0]?.message).toMatch(new RegExp(`^holdfast.db ${whole} ${LEDGER_VERSION}$`));
    expect(results[1]?.message).toMatch(new RegExp(`^holdfast-memory.db ${whole} ${MEMORY_VERSION}$`));
  });

  test("passes while a hook writes", async () => {
    const patient = makePatient();
    const store = await openStore(databasePath(patient.env));
    store.run("BEGIN IMMEDIATE");
    addDecision(store, {});
    expect(statusesOf(await runCheck(database, patient))).toEqual(["ok", "ok"]);
    store.run("ROLLBACK");
    store.close();
  });

  test("names the drafts of killed processes", async () => {
    const patient = makePatient();
    const path = await changeStore(patient, (store) => addDecision(store, {}));
    for (const name of ["holdfast.db.new-7-0a1b2c3d", "holdfast-memory.db.new-7-0a1b2c3d"])
      writeFileSync(`${dirname(path)}/${name}`, "");
    expect(statusesOf(await runCheck(database, patient))).toEqual(["ok", "ok"]);
    utimesSync(`${dirname(path)}/holdfast.db.new-7-0a1b2c3d`, 1, 1);
    const results = await runCheck(database, patient);
    expect(statusesOf(results)).toEqual(["ok", "ok", "warn"]);
    expect(results[2]?.message).toEndWith("by a killed process: holdfast.db.new-7-0a1b2c3d");
    expect(results[2]?.nextStep).toContain("holdfast prune");
  });

  test("fails on a damaged page", async () => {
    const patient = makePatient();
    const path = await changeStore(patient, (store) => {
      for (let n = 0; n < 500; n++) addDecision(store, { reason: "x".repeat(200), project_dir: `/p/${n}` });
    });
    const file = openSync(path, "r+");
    for (let page = 30; page < 40; page++) writeSync(file, Buffer.alloc(2048, 0xff), 0, 2048, page * 4096);
    closeSync(file);
    const before = readFileSync(path);
    const said = textOf(await runCheck(database, patient), "problem");
    expect(said).toMatch(/damaged: \w/);
    expect(said).not.toContain("*** in database");
    expect(said).toContain(path);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("fails on a file that is not a database, and leaves it in place", async () => {
    const patient = makePatient();
    const path = writeDatabase(patient, "this is not a database, but it is long enough".repeat(100));
    const said = textOf(await runCheck(database, patient), "problem");
    expect(said).toContain("damaged");
    expect(said).toContain("The next event sets");
    expect(existsSync(path)).toBe(true);
  });

  test("fails on a folder in its place", async () => {
    const patient = makePatient();
    mkdirSync(databasePath(patient.env), { recursive: true });
    const said = textOf(await runCheck(database, patient), "problem");
    expect(said).toContain("cannot be used");
    expect(said).toContain("is a file you can read and write");
  });

  test("fails on a database of a newer holdfast", async () => {
    const patient = makePatient();
    runSql(await changeStore(patient), "PRAGMA user_version = 999");
    expect(textOf(await runCheck(database, patient), "problem")).toContain("newer holdfast (schema 999");
  });

  test("warns of an older schema, and does not migrate it", async () => {
    const patient = makePatient();
    const path = writeDatabase(patient, "");
    runSql(path, "PRAGMA journal_mode = WAL", "CREATE TABLE x (y)");
    expect(textOf(await runCheck(database, patient), "warn")).toContain("schema 0");
    expect(textOf(await runCheck(database, patient), "warn")).toContain("schema 0");
  });

  test("fails on a journal mode other than WAL", async () => {
    const patient = makePatient();
    runSql(await changeStore(patient), "PRAGMA journal_mode = DELETE");
    expect(textOf(await runCheck(database, patient), "problem")).toContain("journal mode is delete");
  });

  test("fails when another program locks the file", async () => {
    const patient = makePatient();
    const path = await changeStore(patient);
    const holder = new Database(path);
    holder.run("PRAGMA locking_mode = EXCLUSIVE");
    holder.run("BEGIN EXCLUSIVE");
    const said = textOf(await runCheck(database, patient), "problem");
    expect(said).toContain("locked by another process");
    expect(said).toContain("Close the program that holds it");
    holder.close();
  });

  test("fails on quarantined databases, and counts each once", async () => {
    const patient = makePatient();
    const path = await changeStore(patient);
    for (const name of ["20260101T000000000Z", "20260101T000000000Z-wal", "20260202T000000000Z"]) {
      writeJson(`${path}.corrupt-${name}`, "x");
    }
    const results = await runCheck(database, patient);
    expect(statusesOf(results)).toEqual(["ok", "ok", "problem"]);
    const said = textOf(results, "problem");
    expect(said).toContain("2 damaged databases were set aside");
    expect(said).toContain(`rm '${dirname(path)}'/holdfast*.db.corrupt-*`);
  });
});
