import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Posting, rankItems } from "../../../../src/memory/recall/find-items.ts";

const posting = (term: string, ...items: number[]): Posting => ({ term, items, documents: items.length });

describe("the relevance of an item", () => {
  test("is the share of the prompt's words that it has, the rare ones counting more", () => {
    const ranked = rankItems(
      [posting("heron", 1, 2), posting("wing", 1, 2, 3), posting("nest", 1)],
      100,
      0.5,
    );
    expect(ranked.map(({ item, terms }) => [item, terms])).toEqual([
      [1, ["heron", "wing", "nest"]],
      [2, ["heron", "wing"]],
    ]);
    expect(ranked[0]?.score).toBe(1);
  });

  test("is not had by one word alone, however rare", () => {
    expect(rankItems([posting("heron", 1), posting("wing")], 100, 0.01)).toEqual([]);
  });

  test("is not had by common words that meet by chance", () => {
    const often = Array.from({ length: 80 }, (_, n) => n + 1);
    const rare = [posting("heron", 1, 2), posting("wing", 1)];
    expect(rankItems([posting("test", ...often), posting("method", ...often)], 400, 0.5)).toEqual([]);
    expect(rankItems(rare, 400, 0.5)).toMatchObject([{ item: 1, score: 1 }]);
  });

  test("counts words that nothing has: a prompt about something new recalls nothing", () => {
    const prompt = [
      posting("haiku"),
      posting("autumn"),
      posting("leaves"),
      posting("test", 1, 2),
      posting("file", 1),
    ];
    expect(rankItems(prompt, 20, 0.5)).toEqual([]);
  });

  test("does not depend on how much is recorded", () => {
    const postings = [posting("heron", 1, 2), posting("wing", 1, 3), posting("nest", 2, 3)];
    const scores = [10, 10_000, 1_000_000].map((recorded) => rankItems(postings, recorded, 0.5)[0]?.score);
    expect(new Set(scores.map((score) => score?.toFixed(2)))).toEqual(new Set(["0.67"]));
  });

  test("is never below the floor, and the best come first", () => {
    const anyPosting = fc.record({
      term: fc.string({ minLength: 1, maxLength: 4 }),
      items: fc.uniqueArray(fc.integer({ min: 1, max: 30 })),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyPosting, { maxLength: 10, selector: ({ term }) => term }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (some, floor) => {
          const postings = some.map(({ term, items }) => posting(term, ...items));
          const ranked = rankItems(postings, 30, floor);
          for (const { item, score, terms } of ranked) {
            expect(score).toBeGreaterThanOrEqual(Math.min(1, floor) - 1e-9);
            expect(score).toBeLessThanOrEqual(1);
            expect(terms).toEqual(
              postings.filter(({ items }) => items.includes(item)).map(({ term }) => term),
            );
          }
          expect(ranked).toEqual(ranked.toSorted((a, b) => b.score - a.score || b.item - a.item));
        },
      ),
    );
  });
});
