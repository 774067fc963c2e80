import { describe, expect, test } from "bun:test";
import { emptyState, parseState } from "../../../../src/memory/triage/state.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import { claude } from "../../../helpers/triage-items.ts";

describe("the state", () => {
  test("is bounded, whatever happens", () => {
    const { state } = triageItems([
      ...Array.from({ length: 50 }, (_, n) => claude(`The file ${n} is done. `.repeat(100))),
    ]);
    expect(JSON.stringify(state).length).toBeLessThan(40_000);
  });
  test("of another version, or that cannot be read, is started over", () => {
    for (const text of [null, "", "{", "null", "[]", '{"told":""}'])
      expect(parseState(text), String(text)).toEqual(emptyState());
  });
});
