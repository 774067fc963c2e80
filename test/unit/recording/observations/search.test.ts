import { beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { insertObservation } from "../../../../src/recording/observations/observations.ts";
import { matchExpression, searchStore } from "../../../../src/recording/observations/search.ts";
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

function find(query: string, filter: Partial<Parameters<typeof searchStore>[1]> = {}) {
  const match = matchExpression(query, "AND") ?? "";
  return searchStore(store, { match, projectKey: null, kind: null, since: 0, limit: 10, ...filter });
}

describe("a search", () => {
  test("finds words in any form", () => {
    expect(find("crashing").map(({ title }) => title)).toEqual(["Fixed: npm test"]);
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
        const match = matchExpression(query, "OR");
        if (match !== null) searchStore(store, { match, projectKey: null, kind: null, since: 0, limit: 5 });
      }),
    );
    expect(find('parser" OR NEAR(')).toEqual([]);
  });
});
