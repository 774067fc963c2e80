import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { openStore, type Store } from "../../../src/store/open.ts";
import { yieldLockBetween } from "../../../src/upkeep/yield-lock-between.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const ROWS = [1, 2, 3, 4];
let store: Store;
let path = "";

beforeEach(async () => {
  path = `${makeTempFolder("store")}/holdfast.db`;
  store = await openStore(path);
  store.run("CREATE TABLE done (n INTEGER)");
});

function takeSlowly(slice: Iterable<number>): void {
  for (const n of slice) {
    store.query("INSERT INTO done VALUES ($n)").run({ n });
    Bun.sleepSync(30);
  }
}

const done = () => (store.query("SELECT n FROM done").all() as { n: number }[]).map(({ n }) => n);

describe("work in slices", () => {
  test("is done in order, and lets another write in between", async () => {
    const other = new Database(path);
    let written = 0;
    const timer = setInterval(() => {
      other.run("BEGIN IMMEDIATE");
      other.run("COMMIT");
      written++;
    }, 1);
    await yieldLockBetween(store, ROWS, takeSlowly);
    clearInterval(timer);
    other.close();
    expect(done()).toEqual(ROWS);
    expect(written).toBeGreaterThanOrEqual(3);
  });

  test("takes quick rows together", async () => {
    let slices = 0;
    await yieldLockBetween(store, ROWS, (slice) => {
      slices++;
      expect([...slice]).toEqual(ROWS);
    });
    expect(slices).toBe(1);
  });

  test("keeps the slices before one that fails", async () => {
    const failing = yieldLockBetween(store, ROWS, (slice) => {
      takeSlowly(slice);
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
