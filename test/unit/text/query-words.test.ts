import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { indexForm, partsIn, queryParts, queryWords, tokensOf } from "../../../src/text/query-words.ts";
import { runs } from "../../helpers/runs.ts";

describe("the words of a query", () => {
  test.each([
    ["When did we decide to use the cache?", ["decide", "use", "cache"]],
    ["what is it", ["what", "is", "it"]],
    ['"drop table" OR NEAR(x)*', ["drop", "table", "near", "x"]],
    ["", []],
    ["!?", []],
  ])("%j: %j", (text, words) => {
    expect(queryWords(text)).toEqual(words);
  });

  test("a text without spaces is searched for by pairs of adjacent characters", () => {
    expect(queryWords("把数据库换成 go pnpm")).toEqual([
      "把数",
      "数据",
      "据库",
      "库换",
      "换成",
      "go",
      "pnpm",
    ]);
    expect(queryWords("ログイン画面の色を変更したとき")).toEqual([
      "ログ",
      "グイ",
      "イン",
      "画面",
      "色",
      "変更",
    ]);
    expect(queryParts("我 go pnpm")).toEqual(["我", "pnpm"]);
  });

  test.each([
    ["новый ёлка", ["новый", "ёлка"]],
    ["한국어 검색", ["한국어", "검색"]],
    ["Café Übergrößen", ["cafe", "ubergroßen"]],
    ["→ naïve “quotes” ✓ done", ["naive", "quotes", "done"]],
    ["ฐานข้อมูล", ["ฐา", "าน", "นข", "ขอ", "อม", "มล"]],
  ])("%j is split as the index splits it", (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
    const index = new Database(":memory:");
    index.run("CREATE VIRTUAL TABLE texts USING fts5(text, parts, tokenize='porter unicode61')");
    index.run("INSERT INTO texts VALUES (?, ?)", [text, partsIn(text)]);
    for (const token of tokens)
      expect([
        token,
        index.query("SELECT count(*) AS n FROM texts WHERE texts MATCH ?").get(`"${token}"`),
      ]).toEqual([token, { n: 1 }]);
  });
});

describe("the parts of a text", () => {
  test.each([
    ["parseEventStream calls parse_event", "parse event stream"],
    ["HTTPServer2Go, utf8Decode", "http server go utf decode"],
    ["Redis and REDIS, redis", ""],
    ["openStore openStore", "open store"],
    ["openStore 東京都", "open store 東京 京都"],
  ])("of %j: %j", (text, parts) => {
    expect(partsIn(text)).toBe(parts);
  });

  test("are found in bounded time, and not in what is no name", () => {
    const run = `${"a".repeat(200_000)}B${"bC".repeat(50_000)}`;
    const start = performance.now();
    expect(partsIn(run)).toBe("");
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

test("a text counts as many words as the index splits it into", () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("K2\u212a", "a—b→c ═ d", "把 go"),
  );
  fc.assert(
    fc.property(text, text, (title, summary) => {
      expect(indexForm(title, summary).words).toBe(tokensOf(`${title}\n${summary}`).length);
    }),
    { numRuns: runs(2000) },
  );
});
