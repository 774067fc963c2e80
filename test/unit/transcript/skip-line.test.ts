import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createReport, parseChunk } from "../../../src/transcript/parse-chunk.ts";
import { isSilentLine, SILENT_RECORDS } from "../../../src/transcript/skip-line.ts";

const line = (record: object) => Buffer.from(JSON.stringify(record));
const PROMPT = {
  parentUuid: null,
  type: "user",
  message: { role: "user", content: "hello" },
  sessionId: "s",
};

describe("a line that says nothing", () => {
  test.each([...SILENT_RECORDS])("is recognised by its first bytes: %s", (type) => {
    expect(isSilentLine(line({ type, sessionId: "s" }))).toBe(true);
    expect(isSilentLine(line({ parentUuid: null, cwd: '/a "type":"user"', type, data: { type: "x" } }))).toBe(
      true,
    );
  });

  test.each<[string, Buffer]>([
    ["a prompt", line(PROMPT)],
    ["a field with the same name", line({ message: { type: "progress" }, type: "user" })],
    ["one that is torn", line({ type: "progress", data: 1 }).subarray(0, 20)],
    ["one with a record glued to it", Buffer.concat([line({ type: "progress" }), line(PROMPT)])],
    [
      "a torn one followed by a record",
      Buffer.concat([Buffer.from('{"type":"progress","x":'), line(PROMPT)]),
    ],
    ["nothing", Buffer.alloc(0)],
  ])("is not: %s", (_name, bytes) => {
    expect(isSilentLine(bytes)).toBe(false);
  });
});

test("a skipped line would have said nothing", () => {
  const type = fc.constantFrom(...SILENT_RECORDS, "user", "assistant", "system", "attachment");
  const record = fc.record({ type, message: fc.jsonValue(), content: fc.jsonValue(), data: fc.jsonValue() });
  let skipped = 0;
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 3 }), fc.nat(400), (records, cut) => {
      const bytes = Buffer.concat(records.map(line)).subarray(0, cut || undefined);
      if (!isSilentLine(bytes)) return;
      skipped++;
      const said = parseChunk(Buffer.concat([Buffer.from(" "), bytes]), 0, 1, createReport());
      expect(said.records).toEqual([]);
    }),
  );
  expect(skipped).toBeGreaterThan(0);
});
