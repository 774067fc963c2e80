import { beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { insertObservation } from "../../../../src/recording/observations/observations.ts";
import {
  HIT_END,
  HIT_START,
  matchExpressions,
  type SearchFilter,
  searchStore,
} from "../../../../src/recording/observations/search.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import { indexPrompts, insertPrompt } from "../../../../src/store/prompts.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

let store: Store;

beforeEach(async () => {
  store = await openStore(`${makeTempFolder("store")}/holdfast.db`);
  observe("Changed src/parser.ts", "accept empty files", "/work/app", "change", 1000);
  observe("Fixed: npm test", "the parser crashed on empty input", "/work/app", "fix", 2000);
  observe("Changed src/parser.ts", "another project's parser", "/work/other", "change", 3000);
});

function observe(
  title: string,
  summary: string,
  projectKey: string,
  kind: "change" | "fix",
  at: number,
): void {
  const rest = { files: [], subject: null, result: null, sessionId: "s1", toolUseId: null };
  insertObservation(store, { title, summary, projectKey, kind, at, ...rest });
}

function find(query: string, filter: Partial<SearchFilter> = {}) {
  const [match = ""] = matchExpressions(query);
  return findMatch(match, filter);
}

function findMatch(match: string, filter: Partial<SearchFilter> = {}) {
  return searchStore(store, { match, projectKey: null, kind: null, since: 0, limit: 10, ...filter });
}

describe("a search", () => {
  test("finds words in any form", () => {
    expect(find("crashing").map(({ title }) => title)).toEqual(["Fixed: npm test"]);
  });

  test("finds any of the words, those with more of them first", () => {
    expect(find("which parser crashed?").map(({ title }) => title)).toEqual([
      "Fixed: npm test",
      "Changed src/parser.ts",
      "Changed src/parser.ts",
    ]);
  });

  test("passes over words that every text has, unless there are no others", () => {
    observe("Changed the lock", "so that it is released", "/work/app", "change", 4000);
    expect(find("what is the crash?").map(({ title }) => title)).toEqual(["Fixed: npm test"]);
    expect(find("so that it is").map(({ title }) => title)).toEqual(["Changed the lock"]);
  });

  test("finds a phrase in quotes as it is, with the other words for the order", () => {
    observe("Ran npm install", "the input was empty", "/work/app", "change", 4000);
    expect(find('"empty input" install').map(({ title }) => title)).toEqual(["Fixed: npm test"]);
    expect(matchExpressions('"no such phrase" input').map((match) => findMatch(match).length)).toEqual([
      0, 2,
    ]);
  });

  test("marks the words it found", () => {
    expect(find("crashed")[0]?.excerpt).toBe(`the parser ${HIT_START}crashed${HIT_END} on empty input`);
  });

  test("stays in its project, its kind and its time", () => {
    expect(find("parser")).toHaveLength(3);
    expect(find("parser", { projectKey: "/work/app" })).toHaveLength(2);
    expect(find("parser", { kind: "fix" })).toHaveLength(1);
    expect(find("parser", { since: 2500 })).toHaveLength(1);
    expect(find("parser", { limit: 2 })).toHaveLength(2);
  });

  test("finds a prompt once it is indexed, and not after it is removed", () => {
    insertPrompt(store, { sessionId: "s1", promptId: null, text: "make the dashboard faster", at: 1 });
    expect(find("dashboards")).toEqual([]);
    indexPrompts(store);
    expect(find("dashboards")).toMatchObject([{ source: "prompt", kind: "prompt" }]);
    store.run("DELETE FROM prompts");
    expect(find("dashboards")).toEqual([]);
  });

  test("never takes what a person types for syntax", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (query) => {
        for (const match of matchExpressions(query))
          searchStore(store, { match, projectKey: null, kind: null, since: 0, limit: 5 });
      }),
    );
    expect(find('crashed" NOT NEAR(')).toEqual(find("crashed near"));
  });
});
