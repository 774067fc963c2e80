import { describe, expect, test } from "bun:test";
import { isQuestion, pickTerms } from "../../../../src/memory/recall/pick-terms.ts";

const words = (prompt: string) => pickTerms(prompt).map(({ word }) => word);

describe("the terms of a prompt", () => {
  test.each([
    ["Why does the redis connection time out?", ["redis", "connection"]],
    ["please fix it for me, thank you very much", []],
    ["Parsing and parsed: the parser parses", ["parsing", "parser"]],
    ["Die Überprüfung schlägt fehl", ["uberprufung", "schlagt", "fehl"]],
    ["What did 3f2a9c1b77 change in src/store/open.ts", ["open.ts", "change", "src", "store", "open", "ts"]],
    ["See https://example.com/owner/repository/pull/7 about the heron", ["heron"]],
    ["Look at /Users/ann/work/zoo/birds/heron.ts please", ["heron.ts", "birds", "heron", "ts"]],
    ["the key was [redacted:aws-access-token] in deploy", ["key", "deploy"]],
  ])("%p", (prompt, expected) => {
    expect(words(prompt)).toEqual(expected);
  });

  test.each([["/compact the whole conversation"], ["/plugin:flow start it"], ["go on"], ["redis bug"], [""]])(
    "%p is a command or too short to be about something",
    (prompt) => {
      expect(words(prompt)).toEqual([]);
    },
  );

  test("a pasted log is fast to process and does not hide what is wanted", () => {
    const log = Array.from({ length: 50_000 }, (_, n) => `line${n}`).join(" ");
    const terms = words(`Explain the checkout failure ${log}`);
    expect(terms).toContain("checkout");
    expect(terms.length).toBeLessThanOrEqual(40);
  });
});

test.each([
  ["why did we drop the refresh token", true],
  ["ok, and which port does the API use", true],
  ["the login is broken. do we still need the token", true],
  ["should the token be kept?", true],
  ["我们用哪个数据库？", true],
  ["delete the merged branches", false],
  ["can you delete the merged branches?", false],
  ["ok, could we push it?", false],
  ["do all of them in one batch", false],
  ["show me what you changed", false],
])("%p asks for something: %p", (prompt, expected) => {
  expect(isQuestion(prompt)).toBe(expected);
});
