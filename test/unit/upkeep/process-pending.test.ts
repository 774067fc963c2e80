import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { openStore, type Store } from "../../../src/store/open.ts";
import { yieldLockBetween } from "../../../src/upkeep/process-queued-calls.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const ROWS = [1, 2, 3, 4];
let store: Store;
let path = "";

beforeEach(async () => {
  path = `${makeTempFolder("store")}/holdfast.db`;
  store = await openStore(path);
  store.run("CREATE TABLE done (n INTEGER)");
});

function workSlowly(n: number): void {
  store.query("INSERT INTO done VALUES ($n)").run({ n });
  Bun.sleepSync(30);
}

const done = () => (store.query("SELECT n FROM done").all() as { n: number }[]).map(({ n }) => n);

describe("work on many rows", () => {
  test("is done in order, and lets another process write in between", async () => {
    const other = new Database(path);
    let written = 0;
    const timer = setInterval(() => {
      other.run("BEGIN IMMEDIATE");
      other.run("COMMIT");
      written++;
    }, 1);
    await yieldLockBetween(store, ROWS, workSlowly);
    clearInterval(timer);
    other.close();
    expect(done()).toEqual(ROWS);
    expect(written).toBeGreaterThanOrEqual(3);
  });

  test("takes quick rows together, and finishes them together", async () => {
    const worked: number[] = [];
    let finished = 0;
    const finish = () => {
      finished++;
      expect(worked).toEqual(ROWS);
    };
    await yieldLockBetween(store, ROWS, (row) => worked.push(row), finish);
    expect(finished).toBe(1);
  });

  test("keeps what was done before a row that fails", async () => {
    const failing = yieldLockBetween(store, ROWS, (row) => {
      workSlowly(row);
      if (done().length === 3) throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    expect(done()).toEqual([1, 2]);
  });

  test("does nothing with nothing", async () => {
    await yieldLockBetween(store, [], () => {
      throw new Error("called");
    });
    expect(done()).toEqual([]);
  });
});
