// The store is two files that do not commit atomically: who writes to which, and what a kill in between leaves.
import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { existsSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { searchStore } from "../../../src/recording/search/search.ts";
import { attachMemory } from "../../../src/store/attach-memory.ts";
import { quarantineDamagedFiles } from "../../../src/store/create.ts";
import {
  inBothTransaction,
  inMemoryTransaction,
  inTransaction,
  memoryPath,
  openLedger,
  openStore,
  type Store,
} from "../../../src/store/open.ts";
import { indexPrompts } from "../../../src/store/prompt-index.ts";
import { insertPrompt } from "../../../src/store/prompts.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

let path = "";
let store: Store;

beforeEach(async () => {
  path = `${makeTempFolder("two files")}/holdfast.db`;
  store = await openStore(path);
});

/** Another process's view: may it write to this file now? */
function isFree(file: string): boolean {
  const other = new Database(file);
  try {
    other.run("BEGIN IMMEDIATE; ROLLBACK");
    return true;
  } catch {
    return false;
  } finally {
    other.close();
  }
}

const bothFree = () => [isFree(path), isFree(memoryPath(path))];

describe("a transaction", () => {
  test.each([
    ["of the ledger leaves the memory database free", inTransaction, [false, true]],
    ["of the memory database leaves the ledger free", inMemoryTransaction, [true, false]],
    ["of both locks both", inBothTransaction, [false, false]],
  ])("%s", (_, within, free) => {
    expect(within(store, bothFree)).toEqual(free);
    expect(bothFree()).toEqual([true, true]);
  });

  test("of the ledger does not wait for a writer of the memory database; one of both does, and leaves nothing open", () => {
    const writer = new Database(memoryPath(path));
    writer.run("BEGIN IMMEDIATE");
    store.run("PRAGMA busy_timeout = 50");
    expect(inTransaction(store, () => "written")).toBe("written");
    expect(() => inBothTransaction(store, () => "written")).toThrow("locked");
    expect([store.inTransaction, isFree(path)]).toEqual([false, true]);
    writer.close();
  });

  test("within another is part of it", () => {
    const failing = () =>
      inTransaction(store, () => {
        inMemoryTransaction(store, () => insertPrompt(store, prompt("kept by nobody")));
        throw new Error("changed my mind");
      });
    expect(failing).toThrow("changed my mind");
    expect(store.query("SELECT * FROM prompts").all()).toEqual([]);
  });
});

const prompt = (text: string) => ({ sessionId: "a", promptId: null, text, at: 1 });

function find(word: string): string[] {
  const filter = { projectKey: null, kind: null, since: 0, limit: 5 };
  return (searchStore(store, word, filter) ?? []).map(({ title }) => title);
}

describe("prompts are indexed", () => {
  test("again by the next process, if the first was killed before it marked them", () => {
    insertPrompt(store, prompt("find the needle"));
    store.run("CREATE TEMP TRIGGER dies BEFORE UPDATE ON prompts BEGIN SELECT RAISE(ABORT, 'killed'); END");
    expect(() => indexPrompts(store)).toThrow("killed");
    store.run("DROP TRIGGER dies");
    expect(indexPrompts(store)).toMatchObject([{ session_id: "a" }]);
    expect(find("needle")).toEqual(["find the needle"]);
  });

  test("so that text of a lost ledger is not shown as another prompt's", () => {
    insertPrompt(store, prompt("find the needle"));
    indexPrompts(store);
    store.run("DELETE FROM prompts");
    insertPrompt(store, prompt("something else"));
    expect(find("needle")).toEqual([]);
  });
});

describe("damage that appears only when a row is read", () => {
  test.each([
    ["the ledger", "main", "decisions", "holdfast.db.corrupt-"],
    ["the memory database", "memory", "recall_receipts", "holdfast-memory.db.corrupt-"],
  ] as const)("quarantines %s, and leaves the other file as it is", async (_, name, table, aside) => {
    const file = name === "main" ? path : memoryPath(path);
    store.run(`PRAGMA ${name}.wal_checkpoint(TRUNCATE)`);
    const { at } = store
      .query(`SELECT (rootpage - 1) * 4096 AS at FROM ${name}.sqlite_master WHERE name = $table`)
      .get({ table }) as { at: number };
    store.close();
    writeSync(openSync(file, "r+"), new Uint8Array(4096).fill(0xff), 0, 4096, at);
    await quarantineDamagedFiles(path);
    const moved = readdirSync(dirname(path)).filter((entry) => /corrupt-\w+$/.test(entry));
    expect(moved).toEqual([expect.stringContaining(aside)]);
    (await openStore(path)).close();
  });

  test("leaves an intact store", async () => {
    await quarantineDamagedFiles(path);
    expect(readdirSync(dirname(path)).filter((entry) => entry.includes("corrupt"))).toEqual([]);
    (await openLedger(path)).close();
  });
});

test("attaching the memory database again changes nothing", async () => {
  await attachMemory(store, path);
  const names = store.query("SELECT name FROM pragma_database_list").all();
  expect(names).toEqual([{ name: "main" }, { name: "memory" }]);
});

test("the memory database's log stays short while a command writes and another process has it open", () => {
  const other = new Database(memoryPath(path), { readonly: true });
  other.query("SELECT COUNT(*) FROM text_projects").get();
  const key = "x".repeat(100_000);
  for (let n = 0; n < 300; n++)
    inMemoryTransaction(store, () =>
      store.run("INSERT INTO text_projects (project_key) VALUES (?)", [`${n}${key}`]),
    );
  expect(statSync(`${memoryPath(path)}-wal`).size).toBeLessThan(8_000_000);
  other.close();
});

test("a missing memory database is not attached before it is complete: SQLite could only read it", async () => {
  const ledger = `${makeTempFolder("missing")}/holdfast.db`;
  const fresh = await openLedger(ledger);
  const wasThere: boolean[] = [];
  const watched = new Proxy(fresh, {
    get(target, key) {
      const value = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (String(args[0]).startsWith("ATTACH")) wasThere.push(existsSync(memoryPath(ledger)));
        return value.apply(target, args);
      };
    },
  });
  await attachMemory(watched, ledger);
  expect(wasThere).toEqual([true]);
  fresh.run("DELETE FROM memory.text_projects WHERE 0");
  fresh.close();
});
