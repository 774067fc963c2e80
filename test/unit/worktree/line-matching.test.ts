import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { matchLines } from "../../../src/worktree/line-snapshot.ts";

const lines = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 40 });

describe("lines matched against an older text", () => {
  test.each([
    ["nothing against nothing", [], [], [], []],
    ["all new", [], [1, 2], [0, 1], []],
    ["all gone", [1, 2], [], [], [0, 1]],
    ["one in between", [1, 2], [1, 9, 2], [1], []],
    ["a repeated line keeps its place", [1, 5, 2], [1, 5, 2, 5, 3], [3, 4], []],
    ["a block moved within the text", [1, 2, 3, 4, 5, 6], [5, 6, 1, 2, 3, 4], [0, 1], [4, 5]],
    ["a line like the last one, before it", [1, 2, 7], [7, 1, 2, 7], [0], []],
  ])("%s", (_what, before, after, added, removed) => {
    const match = matchLines(before, after);
    expect({ added: match.added, removed: match.removed.toSorted((a, b) => a - b) }).toEqual({
      added,
      removed,
    });
  });

  test("both texts have the same lines without the added and the removed ones", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { added, removed } = matchLines(before, after);
        const kept = (all: number[], out: number[]) => all.filter((_, index) => !out.includes(index)).sort();
        expect(kept(after, added)).toEqual(kept(before, removed));
      }),
    );
  });

  test("inserted lines are found, and only they", () => {
    const insertions = fc.array(fc.nat({ max: 40 }), { maxLength: 10 });
    fc.assert(
      fc.property(lines, insertions, (before, places) => {
        const after = [...before];
        places.forEach((place, index) => {
          after.splice(Math.min(place, after.length), 0, 100 + index);
        });
        const { added, removed } = matchLines(before, after);
        expect(removed).toEqual([]);
        expect(added).toEqual(after.flatMap((line, index) => (line >= 100 ? [index] : [])));
      }),
    );
  });

  test("long texts of identical lines, and of all different ones", () => {
    const same = Array.from({ length: 200_000 }, () => 1);
    expect(matchLines(same, same.slice(1)).removed).toHaveLength(1);
    expect(matchLines([...same, 2], [3, ...same.slice(9)]).added).toHaveLength(1);
    const different = Array.from({ length: 200_000 }, (_, index) => index + 10);
    expect(matchLines(same, different)).toMatchObject({
      added: { length: 200_000 },
      removed: { length: 200_000 },
    });
  });
});
