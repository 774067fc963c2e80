import { expect, test } from "bun:test";
import { findErrorPlaces } from "../../../../src/text/output/error-places.ts";
import { readOutput } from "./read-output.ts";

const ROOT = "/home/dev/shop/";
const LIMIT = 20;

/** For a project in /home/dev/shop; libraries are not its files. */
function resolve(file: string): string | null {
  if (file.startsWith("/") && !file.startsWith(ROOT)) return null;
  return file.replace(ROOT, "").replace(/^\.\//, "");
}

const FIRST: [tool: string, place: string, says: string][] = [
  ["tsc", "src/cart.ts:3:9", "error TS2322: Type 'number' is not assignable to type 'string'."],
  ["tsc-pretty", "src/cart.ts:3:9", "error TS2322:"],
  ["eslint", "src/bad.js:2:10", "'tax' is defined but never used"],
  ["biome", "src/bad.js:1:1", "lint/style/useConst"],
  ["bun-test", "test/bun/cart.test.ts:4:105", "Expected: 6\nReceived: 2"],
  ["jest", "test/jest/cart.test.js:4:105", "Expected: 6\nReceived: 2"],
  ["vitest", "cart.test.js:4:105", "AssertionError: expected 2 to be 6"],
  ["mocha", "test/mocha/cart.js:4:44", "AssertionError [ERR_ASSERTION]: 2 == 6"],
  ["pytest", "test_cart.py:9", "AssertionError: assert '23' == 5"],
  ["unittest", "py/test_unit.py:6", "ValueError: no price"],
  ["python-traceback", "py/crash.py:1", "ModuleNotFoundError: No module named 'nothing_here'"],
  ["mypy", "cart.py:5", "error: Incompatible return value type"],
  ["ruff-concise", "cart.py:1:1", "I001 [*] Import block is un-sorted"],
  ["go-test", "cart_test.go:14", "Total() = 2, want 6"],
  ["cargo-build", "src/lib.rs:1:78", "error[E0425]: cannot find value `c` in this scope"],
  ["clang", "src/cart.cpp:9:10", "fatal error: 'missing.h' file not found"],
  ["maven-compile", "src/main/java/com/example/Cart.java:12:16", "incompatible types"],
  ["phpunit", "src/Cart.php:33", "Undefined array key 3"],
  ["rspec", "spec/cart_spec.rb:12", "Failure/Error: expect(cart.total).to eq(6)"],
];

test.each(FIRST)("finds the place of the first failure of %s, and its message", (tool, place, says) => {
  const [first] = findErrorPlaces(readOutput(tool), resolve, LIMIT);
  const { file, line, column, message } = first ?? {};
  expect([file, line, ...(column == null ? [] : [column])].join(":")).toBe(place);
  expect(message).toContain(says);
});

test("finds each error of a compiler once, and no more than the limit", () => {
  const errors = readOutput("tsc");
  expect(findErrorPlaces(`${errors}\n${errors}`, resolve, LIMIT).map(({ line }) => line)).toEqual([3, 4, 6]);
  expect(findErrorPlaces(errors, resolve, 2)).toHaveLength(2);
});

test("ignores warnings, missing files and numbers that are not lines", () => {
  const output = [
    "a.ts:3:1: warning: unused",
    "gone.ts:3:1: error: wrong",
    "a.ts:0:1: error: wrong",
    "a.ts:99999999999999999999: error: wrong",
    "failed at 12:30:05, see http://host.example:8080",
  ].join("\n");
  expect(findErrorPlaces(output, (file) => (file === "a.ts" ? file : null), LIMIT)).toEqual([]);
});
