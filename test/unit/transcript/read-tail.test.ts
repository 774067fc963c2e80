import { describe, expect, test } from "bun:test";
import { readSince } from "../../../src/transcript/read-since.ts";
import { readTail } from "../../../src/transcript/read-tail.ts";
import { append, calls, makeFile, readAll, result, toLines, user } from "./records.ts";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

function manyPrompts(count: number): string {
  return toLines(Array.from({ length: count }, (_, index) => user(`Prompt ${index} ${"x".repeat(1000)}`)));
}

describe("the tail", () => {
  test("is the last items, oldest first", async () => {
    const path = makeFile(manyPrompts(500));
    const all = await readAll(path);
    for (const maxItems of [0, 1, 7, 499, 500, 5000]) {
      expect((await readTail(path, { maxItems })).items).toEqual(
        all.slice(all.length - Math.min(maxItems, 500)),
      );
    }
  });

  test("costs the same however long the file is", async () => {
    const read = async (count: number) => {
      const content = manyPrompts(count);
      return Buffer.byteLength(content) - (await readTail(makeFile(content), { maxItems: 5 })).from;
    };
    expect(await read(20_000)).toBe(await read(200));
  });

  test("by bytes has the lines that lie within them", async () => {
    const path = makeFile(manyPrompts(100));
    const all = await readAll(path);
    const { items, from } = await readTail(path, { maxBytes: 10 * KILOBYTE });
    expect(Bun.file(path).size - from).toBe(10 * KILOBYTE);
    expect(items).toEqual(all.filter(({ offset }) => offset > from));
    expect(items.length).toBeGreaterThan(5);
  });

  test("never reads more than allowed, and then has what it found", async () => {
    const path = makeFile(manyPrompts(100));
    const { items, from } = await readTail(path, { maxItems: 90, maxBytes: 20 * KILOBYTE });
    expect(Bun.file(path).size - from).toBe(20 * KILOBYTE);
    expect(items.length).toBeLessThan(20);
  });

  test("reaches over lines of several megabytes", async () => {
    const path = makeFile(toLines([user("Before."), user("x".repeat(3 * MEGABYTE)), user("After.")]));
    const { items } = await readTail(path, { maxItems: 3 });
    expect(items.map((item) => (item.kind === "prompt" ? item.text.length : 0))).toEqual([
      7,
      3 * MEGABYTE,
      6,
    ]);
  });

  test("ends before a line that is longer than allowed", async () => {
    const path = makeFile(toLines([user("Before."), user("x".repeat(300 * KILOBYTE)), user("After.")]));
    const { items } = await readTail(path, { maxItems: 3, maxBytes: 100 * KILOBYTE });
    expect(items).toMatchObject([{ text: "After." }]);
  });

  test("looks further back for the call of a result", async () => {
    const between = { type: "progress", data: "x".repeat(500 * KILOBYTE) };
    const path = makeFile(toLines([calls("t1", "Bash", { command: "make" }), between, result("t1", "ok")]));
    expect((await readTail(path, { maxItems: 1 })).items).toMatchObject([
      { call: { input: { command: "make" } } },
    ]);
  });

  test("gives up on a call that is too far away", async () => {
    const between = { type: "progress", data: "x".repeat(MEGABYTE) };
    const far = Array.from({ length: 7 }, () => between);
    const path = makeFile(toLines([calls("t1", "Bash"), ...far, result("t1", "ok")]));
    const { items, from } = await readTail(path, { maxItems: 1 });
    expect(items).toMatchObject([{ kind: "tool-result", call: null }]);
    expect(from).toBeGreaterThan(0);
  });

  test("gives a cursor to go on from", async () => {
    const path = makeFile(toLines([user("One."), calls("t1", "Bash", { command: "make" })]));
    const at = await (await readTail(path, { maxItems: 1 })).cursor();
    append(path, toLines([result("t1", "ok")]));
    expect(await readSince(path, at)).toMatchObject({
      restarted: false,
      items: [{ kind: "tool-result", call: { input: { command: "make" } } }],
    });
  });
});
