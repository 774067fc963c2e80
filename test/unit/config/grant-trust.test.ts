import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { withLockFile } from "../../../src/config/grant-trust.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const makeLock = () => `${makeTempFolder("lock")}/x.lock`;

test("the lock exists during the action and is gone after it, and the result is returned", async () => {
  const lock = makeLock();
  expect(await withLockFile(lock, async () => existsSync(lock))).toBe(true);
  expect(existsSync(lock)).toBe(false);
});

test("a failing action releases the lock and passes on its error", async () => {
  const lock = makeLock();
  await expect(withLockFile(lock, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(lock)).toBe(false);
});

test("two actions never run at the same time", async () => {
  const lock = makeLock();
  let running = 0;
  let most = 0;
  const action = async () => {
    most = Math.max(most, ++running);
    await Bun.sleep(2);
    running--;
  };
  await Promise.all(Array.from({ length: 20 }, () => withLockFile(lock, action)));
  expect(most).toBe(1);
});

test("a lock that another process took over is left to it", async () => {
  const lock = makeLock();
  await withLockFile(lock, async () => writeFileSync(lock, "another"));
  expect(readFileSync(lock, "utf8")).toBe("another");
});

test("a missing folder is an error, not a wait", async () => {
  await expect(withLockFile("/nowhere/x.lock", async () => {})).rejects.toMatchObject({ code: "ENOENT" });
});
