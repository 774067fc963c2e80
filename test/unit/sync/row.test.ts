import { expect, test } from "bun:test";
import { machineKey } from "../../../src/sync/machine-key.ts";
import { isSignedBy, readRow, signRow } from "../../../src/sync/row.ts";

const key = machineKey(crypto.getRandomValues(new Uint8Array(32)));
const row = signRow(
  { kind: "memory", id: "k7", project: "example.com/a/b", version: 1, deleted: false, payload: "{}" },
  key,
);

test("a signed row is read back and verified", () => {
  const read = readRow(JSON.parse(JSON.stringify(row)));
  expect(read).toEqual(row);
  expect(read && isSignedBy(read, key.publicKey)).toBe(true);
});

test.each([
  { id: "other" },
  { project: "" },
  { version: 2 },
  { payload: '{"who":"user"}' },
  { kind: "rule" as const },
  { machine: "0".repeat(32) },
])("a row that was changed to %p is not signed", (change) => {
  expect(isSignedBy({ ...row, ...change }, key.publicKey)).toBe(false);
});

test("another machine's signature does not count", () => {
  const other = machineKey(crypto.getRandomValues(new Uint8Array(32)));
  expect(isSignedBy(row, other.publicKey)).toBe(false);
});

test.each([
  "text",
  {},
  { ...row, kind: "other" },
  { ...row, id: "$(touch x)" },
  { ...row, id: "a\u001b[2J" },
  { ...row, machine: "../../etc" },
  { ...row, project: "a b" },
  { ...row, version: 0 },
  { ...row, version: 1.5 },
  { ...row, version: "1" },
  { ...row, version: 2 ** 60 },
  { ...row, payload: "x".repeat(300_000) },
  { ...row, signature: "" },
  { ...row, deleted: 1 },
  { ...row, deleted: true },
])("what is not a row is refused: %#", (value) => {
  expect(readRow(value)).toBeNull();
});
