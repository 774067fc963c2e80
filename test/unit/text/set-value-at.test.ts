import { expect, test } from "bun:test";
import fc from "fast-check";
import { setValueAt } from "../../../src/text/json-edit.ts";

test.each([
  ["empty text", "", ["a", "b"], 1, '{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ["an empty object", "{}\n", ["a"], true, '{\n  "a": true\n}\n'],
  ["an existing value", '{"a":{"b":2}}', ["a", "b"], 3, '{"a":{"b":3}}'],
  ["a sibling", '{"a":{"b":2}}', ["a", "c"], 3, '{"a":{"b":2,"c":3}}'],
  ["a list with other values", '{"a":["x"]}', ["a"], ["y"], '{"a":["x","y"]}'],
  ["a list that has the value", '{"a":[{"run":"x"}]}', ["a"], [{ run: "x" }], '{"a":[{"run":"x"}]}'],
  ["a number in the way", '{"a":1}', ["a", "b"], 2, null],
  ["an object in place of a list", '{"a":{}}', ["a"], ["x"], null],
])("%s", (_name, text, path, value, expected) => {
  expect(setValueAt(text, path, value)).toBe(expected);
});

test("whatever the object, the value is set and everything else is unchanged", () => {
  const key = fc.constantFrom("a", "b", "c", "__proto__", "\u2028", '"');
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(leaf),
      fc.dictionary(
        key.filter((name) => name !== "__proto__"),
        tie("node"),
      ),
    ),
  })).node;
  const root = fc.dictionary(fc.constantFrom("a", "b", "c"), tree);
  const path = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(root, path, leaf, fc.constantFrom(0, 2), (before, where, value, indent) => {
      const text = setValueAt(JSON.stringify(before, null, indent), where, value);
      const expected = placed(structuredClone(before), where, value);
      expect(text === null ? null : JSON.parse(text)).toEqual(expected);
    }),
  );
});

/** The straightforward way; null when something is in the way. */
function placed(tree: Record<string, unknown>, [key = "", ...rest]: string[], value: unknown): unknown {
  if (rest.length === 0) return { ...tree, [key]: value };
  const inner = key in tree ? tree[key] : {};
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return null;
  const deeper = placed(inner as Record<string, unknown>, rest, value);
  return deeper === null ? null : { ...tree, [key]: deeper };
}
