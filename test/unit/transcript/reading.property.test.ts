// Whatever happens to the bytes: nothing throws, whole lines are not lost, and the three ways of reading agree.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import type { TranscriptItem } from "../../../src/transcript/item.ts";
import { type Cursor, readSince } from "../../../src/transcript/read-since.ts";
import { readTail } from "../../../src/transcript/read-tail.ts";
import { runs } from "../../helpers/runs.ts";
import {
  attachment,
  calls,
  fails,
  type Json,
  makeFile,
  queue,
  readAll,
  result,
  says,
  system,
  toLines,
  user,
} from "./records.ts";

const path = makeFile("");
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    '}{"type":"user"',
    "<system-reminder>",
    "Stop hook feedback:\nx",
    "\u0000\r\n",
    "[Request interrupted by user]",
  ),
);
const id = fc.constantFrom("t1", "t2", "t3", "t4");
const record: fc.Arbitrary<Json> = fc.oneof(
  text.map((words) => user(words)),
  text.map((words) => user(words, { isSidechain: true })),
  text.map((words) => says(words)),
  fc.tuple(id, text).map(([call, command]) => calls(call, "Bash", { command })),
  fc.tuple(id, text).map(([call, words]) => result(call, words)),
  fc.tuple(id, text).map(([call, words]) => fails(call, words)),
  text.map((words) => queue("enqueue", words)),
  text.map((words) => attachment("queued_command", { prompt: words, commandMode: "prompt" })),
  fc.constant(system("compact_boundary")),
  fc
    .jsonValue()
    .map((value) => ({ type: "user", sessionId: "s", message: { role: "user", content: value } })),
  fc.jsonValue().map((value) => ({ type: "assistant", sessionId: "s", message: value, isMeta: true })),
  fc.dictionary(fc.string(), fc.jsonValue()),
);
const records = fc.array(record, { maxLength: 25 });
const garbage = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 30 }),
  fc.constantFrom("}{", "\n", "\0\0\0", '"', "\\", "{", "\n\n{", "}\n").map((bytes) => Buffer.from(bytes)),
);

test("reading in steps gives the same as reading at once", async () => {
  await fc.assert(
    fc.asyncProperty(damaged(), fc.array(fc.nat(400), { maxLength: 12 }), async (content, steps) => {
      writeFileSync(path, content);
      const all = await readAll(path);
      expect(await readGrowing(content, steps)).toEqual(all);
    }),
    { numRuns: runs(300) },
  );
});

test("the tail is the end of the whole", async () => {
  await fc.assert(
    fc.asyncProperty(damaged(), fc.nat(5000), async (content, maxBytes) => {
      writeFileSync(path, content);
      const all = await readAll(path);
      expect((await readTail(path, { maxBytes: content.length })).items).toEqual(all);
      const { items, from } = await readTail(path, { maxBytes });
      const lineStart = from === 0 ? 0 : content.indexOf("\n", from) + 1 || content.length;
      const offsetsOf = (some: TranscriptItem[]) => [...new Set(some.map(({ offset }) => offset))];
      expect(offsetsOf(items)).toEqual(offsetsOf(all.filter(({ offset }) => offset >= lineStart)));
    }),
    { numRuns: runs(300) },
  );
});

test("damage never loses the intact lines before it", async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.nat(), fc.option(garbage, { nil: null }), async (made, at, bytes) => {
      const content = Buffer.from(toLines(made));
      const cut = content.length === 0 ? 0 : at % content.length;
      const tail = bytes === null ? Buffer.alloc(0) : Buffer.concat([bytes, content.subarray(cut)]);
      const lines = content.subarray(0, content.subarray(0, cut).lastIndexOf("\n") + 1);
      writeFileSync(path, lines);
      const before = await readAll(path);
      writeFileSync(path, Buffer.concat([content.subarray(0, cut), tail]));
      expect((await readAll(path)).slice(0, before.length)).toEqual(before);
    }),
    { numRuns: runs(300) },
  );
});

test("any bytes are read without an error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (content) => {
      writeFileSync(path, content);
      expect(await readAll(path)).toBeArray();
      expect(await readTail(path, { maxBytes: 500 })).toMatchObject({ problem: null });
      expect(await readTail(path, { maxBytes: 50 })).toMatchObject({ problem: null });
    }),
    { numRuns: runs(300) },
  );
});

/** Records with garbage inserted in some places. */
function damaged(): fc.Arbitrary<Buffer> {
  return fc.tuple(records, fc.array(fc.tuple(fc.nat(), garbage), { maxLength: 3 })).map(([made, wounds]) =>
    wounds.reduce<Buffer>(
      (bytes, [at, wound]) => {
        const place = bytes.length === 0 ? 0 : at % bytes.length;
        return Buffer.concat([bytes.subarray(0, place), wound, bytes.subarray(place)]);
      },
      Buffer.from(toLines(made)),
    ),
  );
}

/** The file grows by the steps and is read after each; the limit is so small that one read is not enough. */
async function readGrowing(content: Buffer, steps: number[]): Promise<TranscriptItem[]> {
  const items: TranscriptItem[] = [];
  let cursor: Cursor | null = null;
  let size = 0;
  for (const step of [...steps, content.length]) {
    size = Math.min(content.length, size + step);
    writeFileSync(path, content.subarray(0, size));
    for (let more = true; more; ) {
      const read = await readSince(path, cursor, { maxBytes: 200 });
      expect(read.restarted).toBe(false);
      items.push(...read.items);
      ({ cursor, more } = read);
    }
  }
  return items;
}
