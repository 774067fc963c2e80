import { describe, expect, test } from "bun:test";
import { LANGUAGES } from "../../../../src/memory/triage/languages/registry.ts";
import { findPlain } from "../../../../src/memory/triage/plain-findings.ts";
import { isPlain, PLAINLY_SAID } from "../../../../src/memory/triage/plain-signals.ts";
import { triageItems } from "../../../../src/memory/triage/triage.ts";
import musts from "../../../fixtures/triage/musts.json" with { type: "json" };
import { edited, failed, ran, user } from "../../../helpers/triage-items.ts";

const FIRING = musts.filter(({ fires }) => fires.length > 0);
const SIGNALS = LANGUAGES.flatMap(({ signals }) => signals);

test("every category of words has plain signals, and every one of them is in a table", () => {
  const ids = SIGNALS.map(({ id }) => id);
  const plain = PLAINLY_SAID.trim().split(" ");
  expect(plain.filter((id) => !ids.includes(id))).toEqual([]);
  const categories = SIGNALS.filter(({ id }) => plain.includes(id)).map(({ category }) => category);
  expect(new Set(categories).size).toBe(5);
  expect(plain.length).toBeLessThan(ids.length / 2);
});

describe("what a stop may ask about", () => {
  test.each(FIRING)("is said plainly: $text", ({ text, fires }) => {
    const found: string[] = findPlain([user(text)], {}).map(({ category }) => category);
    expect(found).toEqual(fires);
  });

  test("is done: a command that failed, a change, and the same command passing", () => {
    const items = [
      ...failed("make all", "error: no rule to make target"),
      ...edited("/work/shop/Makefile"),
      ...ran("make all", "ok"),
    ];
    expect(findPlain(items, {}).map(({ category }) => category)).toContain("RUNBOOK");
  });

  test("is found by the drain, too, under the same fingerprint", () => {
    for (const { text } of FIRING) {
      const all = triageItems([user(text)]).candidates.map(({ fingerprint }) => fingerprint);
      for (const { fingerprint } of findPlain([user(text)], {})) expect(all).toContain(fingerprint);
    }
  });

  test("is nothing that only sounds like it", () => {
    const soft = triageItems([user("I like it when the tests sit right next to the code they test.")]);
    expect(soft.candidates.map(({ category }) => category)).toEqual(["PREFERENCE"]);
    expect(soft.candidates.some(({ patterns }) => isPlain(patterns))).toBe(false);
    expect(findPlain([user("I like it when the tests sit right next to the code they test.")], {})).toEqual(
      [],
    );
  });
});
