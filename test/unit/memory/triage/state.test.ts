import { describe, expect, test } from "bun:test";
import { emptyState, parseState } from "../../../../src/memory/triage/state.ts";
import { triageItems } from "../../../../src/memory/triage/triage-items.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";
import { claude, edited, failed, ran, used, user } from "../../../helpers/triage-items.ts";

describe("a session's summary", () => {
  const score = (items: TranscriptItem[]) => triageItems(items).scores.SESSION_SUMMARY.score;

  test("is due by changes, commits and tests, not by talk [000-15]", () => {
    expect(
      score([user("hello"), claude("hello"), ...used("Read", { file_path: "a.ts" }), ...ran("git status")]),
    ).toBe(0);
    expect(score([...edited("a.ts")])).toBeLessThan(0.6);
    expect(
      score([
        ...edited("a.ts"),
        ...edited("b.ts"),
        ...ran("npm test", " 9 pass\n 0 fail\nRan 9 tests across 1 file. [9ms]"),
      ]),
    ).toBeGreaterThan(0.6);
    expect(
      score([...ran('git commit -m "Add cart"', "[main 12ab] Add cart\n 1 file changed")]),
    ).toBeGreaterThan(0.6);
    expect(score([...failed("git commit -m x", "nothing to commit")])).toBe(0);
  });
  test("starts over after a save, with another fingerprint", () => {
    const work = [...ran('git commit -m "Add cart"', "[main 12ab] Add cart")];
    const first = triageItems(work, { sessionId: "s1" });
    const saved = triageItems(ran("holdfast memory save --category session"), {
      state: first.state,
      sessionId: "s1",
    });
    expect(saved.scores.SESSION_SUMMARY.score).toBe(0);
    const more = triageItems(work, { state: saved.state, sessionId: "s1" });
    const other = triageItems(work, { sessionId: "s2" });
    const marks = [first, more, other].flatMap(({ inbox }) => inbox[0]?.fingerprint ?? []);
    expect(new Set(marks).size).toBe(3);
  });
});

describe("the state", () => {
  test("is bounded, whatever happens", () => {
    const { state } = triageItems([
      ...Array.from({ length: 500 }, (_, n) => edited(`f${n}.ts`)).flat(),
      ...Array.from({ length: 50 }, (_, n) => claude(`The file ${n} is done. `.repeat(100))),
    ]);
    expect(state.progress.files.length).toBeLessThanOrEqual(60);
    expect(JSON.stringify(state).length).toBeLessThan(40_000);
  });
  test("of another version, or that cannot be read, is started over", () => {
    for (const text of [null, "", "{", "null", "[]", '{"progress":{}}'])
      expect(parseState(text), String(text)).toEqual(emptyState());
  });
});
