import { describe, expect, test } from "bun:test";
import { isTurnComplete, readTail } from "../../../src/transcript/read-tail.ts";
import { makeStop } from "../../helpers/events.ts";
import { calls, type Json, makeFile, readAll, result, says, toLines, user } from "./records.ts";

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

describe("a turn whose last message is not written yet", () => {
  const isComplete = async (records: Json[]) =>
    isTurnComplete(
      makeStop({ lastAssistantMessage: "All done." }),
      await readAll(makeFile(toLines(records))),
    );
  const ago = (ms: number): Json => ({ timestamp: new Date(Date.now() - ms).toISOString() });

  test("is complete once no earlier line can be missing, however long Claude thought", async () => {
    for (const ms of [700, 20_000, 4 * 60_000])
      expect(await isComplete([calls("t1", "Bash", {}, ago(ms)), result("t1", "ok", ago(ms))])).toBe(true);
  });

  test("is not complete while a call or its result may be missing", async () => {
    expect(await isComplete([user("Go on.", ago(100))])).toBe(false);
    expect(await isComplete([user("Go on.", ago(2000)), calls("t1", "Bash", {}, ago(1000))])).toBe(false);
  });

  test("is complete with the message", async () => {
    expect(await isComplete([user("Go on.", ago(100)), says("All done.", ago(50))])).toBe(true);
  });
});
