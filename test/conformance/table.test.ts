// Every capability of the five designs has a test, and the table says what is true.
import { expect, test } from "bun:test";
import { findTests, readCapabilities, STATES } from "../../scripts/conformance-table.ts";

const capabilities = readCapabilities();
const tests = findTests();

test("the table has all 106 capabilities and both test plans, each once", () => {
  const ids = capabilities.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const count = (start: string) => ids.filter((id) => id.startsWith(start)).length;
  expect(["000-", "001-", "002-", "003-", "004-"].map((document) => count(document))).toEqual([
    19,
    16,
    24,
    22 + 29,
    25 + 6,
  ]);
  expect([count("003-t"), count("004-t")]).toEqual([29, 6]);
});

test("every capability has a test, and none is missing", () => {
  expect(capabilities.filter(({ state }) => state === "missing")).toEqual([]);
  expect(capabilities.filter(({ id }) => !tests.has(id)).map(({ id }) => id)).toEqual([]);
});

test("every test that names a capability names one of the table", () => {
  const known = new Set(capabilities.map(({ id }) => id));
  expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([]);
});

test("whatever does not simply work has its reason", () => {
  for (const { id, state, reason } of capabilities) {
    expect(STATES as readonly string[], id).toContain(state);
    expect(reason === "", id).toBe(state === "works");
  }
});
