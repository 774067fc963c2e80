import { expect, test } from "bun:test";
import { findClosest } from "../../../src/text/suggest.ts";

const COMMANDS = ["install", "uninstall", "doctor", "lock", "unlock", "status", "pause", "resume", "explain"];

test.each([
  ["instal", "install"],
  ["unistall", "uninstall"],
  ["docter", "doctor"],
  ["lcok", "lock"],
  ["STATUS", "status"],
  ["statsu", "status"],
  ["unlok", "unlock"],
  ["exlpain", "explain"],
])("%s suggests %s", (word, meant) => {
  expect(findClosest(word, COMMANDS)).toBe(meant);
});

test.each(["", "x", "banana", "lo", "x".repeat(1_000_000)])("%.10s… suggests none of them", (word) => {
  expect(findClosest(word, COMMANDS)).toBeNull();
});

test("a one-letter candidate is not suggested for any other letter", () => {
  expect(findClosest("b", ["a"])).toBeNull();
});
