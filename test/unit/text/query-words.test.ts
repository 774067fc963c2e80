import { describe, expect, test } from "bun:test";
import { queryParts, queryWords } from "../../../src/text/query-words.ts";

describe("words of a question", () => {
  test.each([
    ["When did we decide to use the cache?", ["decide", "use", "cache"]],
    ["what is it", ["what", "is", "it"]],
    ['"drop table" OR NEAR(x)*', ["drop", "table", "near", "x"]],
    ["", []],
    ["!?", []],
  ])("%j: %j", (text, words) => {
    expect(queryWords(text)).toEqual(words);
  });

  test("a text without spaces is looked for in pieces", () => {
    expect(queryParts("从现在开始 go pnpm")).toEqual(["从现在", "现在开", "在开始", "pnpm"]);
  });
});
