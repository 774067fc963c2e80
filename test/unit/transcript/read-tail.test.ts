import { describe, expect, test } from "bun:test";
import { readTail } from "../../../src/transcript/read-tail.ts";
import { calls, makeFile, readAll, result, toLines, user } from "./records.ts";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

function manyPrompts(count: number): string {
  return toLines(Array.from({ length: count }, (_, index) => user(`Prompt ${index} ${"x".repeat(1000)}`)));
}

describe("the tail", () => {
  test("has the lines within its bytes", async () => {
    const path = makeFile(manyPrompts(100));
    const all = await readAll(path);
    const { items, from } = await readTail(path, { maxBytes: 10 * KILOBYTE });
    expect(Bun.file(path).size - from).toBe(10 * KILOBYTE);
    expect(items).toEqual(all.filter(({ offset }) => offset > from));
    expect(items.length).toBeGreaterThan(5);
  });

  test("is the whole of a shorter file", async () => {
    const path = makeFile(toLines([user("Before."), user("x".repeat(3 * MEGABYTE)), user("After.")]));
    const { items, from } = await readTail(path, { maxBytes: 4 * MEGABYTE });
    expect(from).toBe(0);
    expect(items).toEqual(await readAll(path));
  });

  test("ends before a line that is longer than allowed", async () => {
    const path = makeFile(toLines([user("Before."), user("x".repeat(300 * KILOBYTE)), user("After.")]));
    const { items } = await readTail(path, { maxBytes: 100 * KILOBYTE });
    expect(items).toMatchObject([{ text: "After." }]);
  });

  test("does not know the call of a result if the call is further back", async () => {
    const between = { type: "progress", data: "x".repeat(500 * KILOBYTE) };
    const path = makeFile(toLines([calls("t1", "Bash", { command: "make" }), between, result("t1", "ok")]));
    const callOf = async (maxBytes: number) =>
      (await readTail(path, { maxBytes })).items.map((item) => item.kind === "tool-result" && item.call);
    expect(await callOf(100 * KILOBYTE)).toEqual([null]);
    expect((await callOf(MEGABYTE)).at(-1)).toMatchObject({ input: { command: "make" } });
  });
});
