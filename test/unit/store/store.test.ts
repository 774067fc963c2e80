import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { attachMemory } from "../../../src/store/attach-memory.ts";
import {
  LEDGER_VERSION,
  MEMORY_VERSION,
  memoryPath,
  openLedger,
  openStore,
} from "../../../src/store/open.ts";
import { indexPrompts } from "../../../src/store/prompt-index.ts";
import { insertPrompt, listPrompts } from "../../../src/store/prompts.ts";
import { newestSession, touchSession } from "../../../src/store/sessions.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

function makePath(): string {
  return `${makeTempFolder("store")}/home/holdfast.db`;
}

function note(store: Database, sessionId: string, at = 1): void {
  touchSession(store, { sessionId, projectDir: "/p", transcriptPath: null, at, toolCalls: 1 });
}

describe("opening the store", () => {
  test("makes a private folder, a private file, the newest schema and a write-ahead log", async () => {
    const path = makePath();
    const store = await openStore(path);
    expect(store.query("PRAGMA user_version").get()).toEqual({ user_version: LEDGER_VERSION });
    expect(store.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    store.close();
  });

  test("leaves no temporary files behind", async () => {
    const path = makePath();
    (await openStore(path)).close();
    expect(readdirSync(dirname(path)).sort()).toEqual(["holdfast-memory.db", "holdfast.db"]);
  });

  test("opens only the ledger for gates and capture; the first who needs the memory database creates it", async () => {
    const path = makePath();
    const ledger = await openLedger(path);
    expect(readdirSync(dirname(path))).not.toContain("holdfast-memory.db");
    expect(() => ledger.query("SELECT * FROM observations").all()).toThrow("no such table");
    await attachMemory(ledger, path);
    await attachMemory(ledger, path);
    expect(ledger.query("SELECT * FROM observations").all()).toEqual([]);
    ledger.close();
    expect(statSync(memoryPath(path)).mode & 0o777).toBe(0o600);
  });

  test("quarantines a damaged memory database, and indexes its prompts again; the ledger is not touched", async () => {
    const path = makePath();
    const store = await openStore(path);
    insertPrompt(store, { sessionId: "a", promptId: null, text: "find the needle", at: 1 });
    indexPrompts(store);
    store.close();
    writeFileSync(memoryPath(path), "no database ".repeat(1000));
    const again = await openStore(path);
    expect(indexPrompts(again)).toMatchObject([{ session_id: "a" }]);
    expect(again.query("SELECT rowid FROM prompts_fts WHERE prompts_fts MATCH 'needle'").all()).toHaveLength(
      1,
    );
    again.close();
    expect(readdirSync(dirname(path)).filter((name) => name.includes("memory.db.corrupt-"))).toHaveLength(1);
  });

  test("refuses a memory database of a newer version without touching it; the ledger opens", async () => {
    const path = makePath();
    const store = await openStore(path);
    store.run(`PRAGMA memory.user_version = ${MEMORY_VERSION + 1}`);
    store.close();
    await expect(openStore(path)).rejects.toMatchObject({ name: "StoreError", problem: "newer" });
    (await openLedger(path)).close();
  });

  test("waits for others: the busy timeout is set", async () => {
    const store = await openStore(makePath());
    expect(store.query("PRAGMA busy_timeout").get()).toEqual({ timeout: 2000 });
    // A commit in a hook never pays for a checkpoint.
    const ledger = await openLedger(makePath());
    expect(ledger.query("PRAGMA wal_autocheckpoint").get()).toEqual({ wal_autocheckpoint: 0 });
    store.close();
  });

  test("keeps existing rows", async () => {
    const path = makePath();
    const first = await openStore(path);
    note(first, "a");
    first.close();
    const second = await openStore(path);
    expect(newestSession(second, "/p")?.session_id).toBe("a");
    second.close();
  });

  test("fills an empty file that someone else created", async () => {
    const path = makePath();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    const store = await openStore(path);
    note(store, "a");
    expect(newestSession(store, "/p")?.session_id).toBe("a");
    store.close();
  });

  test("refuses a database of a newer version and does not touch it", async () => {
    const path = makePath();
    const store = await openStore(path);
    store.run(`PRAGMA user_version = ${LEDGER_VERSION + 1}`);
    store.close();
    await expect(openStore(path)).rejects.toMatchObject({ name: "StoreError", problem: "newer" });
    expect(readdirSync(dirname(path)).sort()).toEqual(["holdfast-memory.db", "holdfast.db"]);
  });

  test("keeps the old version if a migration fails", async () => {
    const path = makePath();
    (await openStore(path)).close();
    const raw = new Database(path);
    raw.run("PRAGMA user_version = 0"); // The tables exist, so the first migration cannot be repeated.
    raw.close();
    await expect(openLedger(path)).rejects.toThrow();
    const after = new Database(path);
    expect(after.query("PRAGMA user_version").get()).toEqual({ user_version: 0 });
    after.close();
  });

  test.each([
    ["text", "this is no database, but it is long enough to be read as a header ".repeat(20)],
    ["a header followed by nonsense", `SQLite format 3\0${"\xff".repeat(4096)}`],
  ])("quarantines %s and creates a new one", async (_, content) => {
    const path = makePath();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const store = await openStore(path);
    note(store, "a");
    store.close();
    const names = readdirSync(dirname(path));
    expect(names.filter((name) => name.includes(".corrupt-"))).toHaveLength(1);
    expect(names.filter((name) => name.includes("quarantine"))).toHaveLength(0);
  });
});

describe("sessions", () => {
  test("get their row from whichever event comes first; later events update it", async () => {
    const store = await openStore(makePath());
    note(store, "a", 5);
    note(store, "a", 9);
    note(store, "a", 7);
    expect(newestSession(store, "/p")).toMatchObject({ started_at: 5, last_seen_at: 9, tool_calls: 3 });
    store.close();
  });

  test("list prompts as they were typed; one that waited is recorded later", async () => {
    const store = await openStore(makePath());
    for (const [text, at] of [
      ["first", 1],
      ["third", 9],
      ["second", 4],
    ] as const)
      insertPrompt(store, { sessionId: "a", promptId: null, text, at });
    expect(listPrompts(store, "a", 10).map(({ text }) => text)).toEqual(["first", "second", "third"]);
    store.close();
  });
});
