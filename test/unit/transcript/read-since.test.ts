import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import type { TranscriptItem } from "../../../src/transcript/item.ts";
import { type Cursor, createOutcome, readSince, streamItems } from "../../../src/transcript/read-since.ts";
import { append, calls, makeFile, readAll, result, toLines, user } from "./records.ts";

const MEGABYTE = 1024 * 1024;

async function readInSteps(path: string, maxBytes: number): Promise<TranscriptItem[]> {
  const items: TranscriptItem[] = [];
  let cursor: Cursor | null = null;
  for (;;) {
    const read = await readSince(path, cursor, { maxBytes });
    items.push(...read.items);
    if (!read.more) return items;
    // As it comes back from a database.
    cursor = JSON.parse(JSON.stringify(read.cursor)) as Cursor;
  }
}

describe("reading on", () => {
  test("returns what is new, and nothing twice", async () => {
    const path = makeFile(toLines([user("One.")]));
    const first = await readSince(path, null);
    append(path, toLines([user("Two.")]));
    const second = await readSince(path, first.cursor);
    const third = await readSince(path, second.cursor);
    expect(first.items).toMatchObject([{ text: "One." }]);
    expect(second.items).toMatchObject([{ text: "Two." }]);
    expect(third).toMatchObject({ items: [], restarted: false, more: false });
  });

  test("leaves a torn last line for the next time", async () => {
    const line = toLines([user("Two.")]);
    const path = makeFile(toLines([user("One.")]) + line.slice(0, 50));
    const first = await readSince(path, null);
    append(path, line.slice(50));
    expect(first.items).toMatchObject([{ text: "One." }]);
    expect((await readSince(path, first.cursor)).items).toMatchObject([{ text: "Two." }]);
  });

  test("accepts a complete last line that only lacks its newline, once", async () => {
    const path = makeFile(toLines([user("One.")]).trimEnd());
    const first = await readSince(path, null);
    append(path, `\n${toLines([user("Two.")])}`);
    expect(first.items).toMatchObject([{ text: "One." }]);
    expect((await readSince(path, first.cursor)).items).toMatchObject([{ text: "Two." }]);
  });

  test("joins a result to a call from an earlier read", async () => {
    const path = makeFile(
      toLines([calls("t1", "Bash", { command: "make" }), calls("t2", "Bash", { command: "ls" })]),
    );
    const first = await readSince(path, null);
    append(path, toLines([result("t2", "a")]));
    const second = await readSince(path, JSON.parse(JSON.stringify(first.cursor)));
    append(path, toLines([result("t1", "ok")]));
    const third = await readSince(path, JSON.parse(JSON.stringify(second.cursor)));
    expect(second.items).toMatchObject([{ call: { input: { command: "ls" } } }]);
    expect(third.items).toMatchObject([{ call: { input: { command: "make" } } }]);
    expect(third.cursor.open).toEqual([]);
  });

  test("waits for a file that does not exist yet", async () => {
    const path = makeFile("");
    const gone = await readSince(`${path}.none`, null);
    expect(gone).toMatchObject({ problem: { code: "absent" }, cursor: { offset: 0 } });
    append(path, toLines([user("One.")]));
    expect((await readSince(path, gone.cursor)).items).toMatchObject([{ text: "One." }]);
  });

  test.each([
    ["shorter", toLines([user("New.")])],
    ["longer", toLines([user("New."), user("x".repeat(5000))])],
  ])("notices that the file was replaced by a %s one", async (_name, content) => {
    const path = makeFile(toLines([user("Old."), user("Older.")]));
    const { cursor } = await readSince(path, null);
    writeFileSync(path, content);
    const again = await readSince(path, cursor);
    expect(again.restarted).toBe(true);
    expect(again.items).toEqual(await readAll(path));
  });

  const impossible: Cursor[] = [
    { offset: -1, guard: "", open: [] },
    { offset: Number.NaN, guard: "", open: [] },
    { offset: 3, guard: "nonsense", open: [] },
  ];
  test.each(impossible)("starts over from an impossible cursor: %o", async (cursor) => {
    const path = makeFile(toLines([user("One.")]));
    expect(await readSince(path, cursor)).toMatchObject({ restarted: true, items: [{ text: "One." }] });
  });

  test("reads in pieces of any size what it reads at once", async () => {
    const records = Array.from({ length: 60 }, (_, index) => [
      calls(`t${index}`, "Bash", { command: `echo ${index}` }),
      user("x".repeat(index * 40)),
      result(`t${index}`, "ok"),
    ]);
    const path = makeFile(toLines(records.flat()));
    const all = await readAll(path);
    for (const maxBytes of [1, 100, 777, 5000, MEGABYTE])
      expect(await readInSteps(path, maxBytes)).toEqual(all);
  });

  test("remembers only a few calls that never got a result", async () => {
    const path = makeFile(toLines(Array.from({ length: 200 }, (_, index) => calls(`t${index}`, "Bash"))));
    const { cursor } = await readSince(path, null);
    expect(cursor.open.length).toBe(64);
    expect(cursor.open.at(-1)?.id).toBe("t199");
  });

  test("ends before a line too long for memory", async () => {
    const head = toLines([user("Before.")]);
    const path = makeFile(head);
    append(path, '{"type":"user","x":"');
    for (let part = 0; part < 17; part++) append(path, Buffer.alloc(4 * MEGABYTE, "x"));
    append(path, `"}\n${toLines([user("After.")])}`);
    const outcome = createOutcome();
    expect(await Array.fromAsync(streamItems(path, outcome))).toMatchObject([{ text: "Before." }]);
    expect(outcome.problem?.message).toBe("it has a line too long for memory");
  });
});
