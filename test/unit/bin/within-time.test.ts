import { expect, test } from "bun:test";
import { withinTime } from "../../../src/bin/hook.ts";

test("work that finishes in time gives its own result", async () => {
  expect(await withinTime(Promise.resolve("done"), 1000, async () => "late")).toBe("done");
});

test("work that never ends gives the late result", async () => {
  expect(await withinTime(new Promise<string>(() => {}), 5, async () => "late")).toBe("late");
});

test("work that fails in time fails", async () => {
  await expect(withinTime(Promise.reject(new Error("no")), 1000, async () => "late")).rejects.toThrow("no");
});
