import { beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { insertObservation } from "../../../../src/recording/observations/observations.ts";
import { saveSummary } from "../../../../src/recording/observations/summaries.ts";
import {
  HIT_END,
  HIT_START,
  type SearchFilter,
  searchStore,
} from "../../../../src/recording/search/search.ts";
import { openStore, type Store } from "../../../../src/store/open.ts";
import { indexPrompts } from "../../../../src/store/prompt-index.ts";
import { insertPrompt } from "../../../../src/store/prompts.ts";
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
  return searchStore(store, query, { projectKey: null, kind: null, since: 0, limit: 10, ...filter }) ?? [];
}

describe("a search", () => {
  test("finds words in any form", () => {
    expect(find("crashing").map(({ title }) => title)).toEqual(["Fixed: npm test"]);
  });

  test.each([
    ["为什么换了数据库", "把数据库从 MySQL 换成 PostgreSQL", `把${HIT_START}数据库${HIT_END}从`],
    ["ボタンの色", "ログイン画面のボタンの色を変更した", `${HIT_START}ボタン${HIT_END}の`],
    ["ข้อมูล", "เปลี่ยนฐานข้อมูลใหม่", "ฐานข"],
    ["новый индекс", "Ещё один новый индекс", `${HIT_START}новый${HIT_END}`],
    ["한국어", "한국어 검색", `${HIT_START}한국어${HIT_END}`],
  ])("finds %j in %j", (query, text, excerpt) => {
    observe("Ran it", text, "/work/app", "change", 4000);
    observe("Ran it", "完全に別の話 другое другой รายการ 다른", "/work/app", "change", 5000);
    const hits = find(query);
    expect(hits).toHaveLength(1);
    expect(hits[0]?.excerpt).toContain(excerpt);
  });

  test("finds any of the words, those with more matches first", () => {
    expect(find("which parser crashed?").map(({ title }) => title)).toEqual([
      "Fixed: npm test",
      "Changed src/parser.ts",
      "Changed src/parser.ts",
    ]);
  });

  test("ignores words that every text contains, unless there are no others", () => {
    observe("Changed the lock", "so that it is released", "/work/app", "change", 4000);
    expect(find("what is the crash?").map(({ title }) => title)).toEqual(["Fixed: npm test"]);
    expect(find("so that it is").map(({ title }) => title)).toEqual(["Changed the lock"]);
  });

  test("finds a quoted phrase exactly, and ranks by the other words", () => {
    observe("Ran npm install", "the input was empty", "/work/app", "change", 4000);
    expect(find('"empty input" install').map(({ title }) => title)).toEqual(["Fixed: npm test"]);
    expect(find('"no such phrase" input')).toHaveLength(2);
    for (const quoted of [
      "'empty input'",
      "“empty input”",
      "‘empty input’",
      "„empty input“",
      "«empty input»",
    ])
      expect(find(`what's ${quoted}, the user's?`).map(({ title }) => title)).toEqual(["Fixed: npm test"]);
    expect(find("the user's empty files' input").map(({ title }) => title)).toContain(
      "Changed src/parser.ts",
    );
  });

  test("finds the parts of names, and other forms of irregular verbs", () => {
    observe("Changed src/stream.ts", "parseEventStream and write_all_rows", "/work/app", "change", 4000);
    observe("Changed src/door.ts", "it was broken when we bought it", "/work/app", "change", 5000);
    for (const query of ["event", "parse events", "parseEventStream", "event_stream", "all rows"])
      expect(find(query)[0]).toMatchObject({ title: "Changed src/stream.ts", allWords: true });
    for (const query of ["break", "what broke?", "buying"])
      expect(find(query)[0]).toMatchObject({ title: "Changed src/door.ts", allWords: true });
    expect(find("event")[0]?.excerpt).toContain(`${HIT_START}parseEventStream${HIT_END}`);
    expect(find("break")[0]?.excerpt).toContain(`${HIT_START}broken${HIT_END}`);
  });

  test("says which texts have all the words", () => {
    const found = find("parser crashed input another");
    expect(found.map(({ allWords }) => allWords)).toEqual([false, false, false]);
    expect(find("parser crashed input").map(({ allWords }) => allWords)).toEqual([true, false, false]);
  });

  test("is not narrowed by one more, rare word", () => {
    store.transaction(() => {
      for (let n = 0; n < 2200; n++)
        observe(`Ran ${n}`, "test error server", "/work/app", "change", 4000 + n);
    })();
    observe("Ran it", "the lantern", "/work/app", "change", 9000);
    expect(find("test error server")).toHaveLength(10);
    const found = find("test error server lantern").map(({ title }) => title);
    expect(found).toHaveLength(10);
    expect(found).toContain("Ran it");
  });

  test("considers how long the project's texts are", () => {
    const words = (n: number) => "word ".repeat(n);
    const lengths = () => find("kettle", { projectKey: "/work/app" }).map(({ title }) => title);
    observe("Long", `kettle kettle kettle ${words(60)}`, "/work/app", "change", 4000);
    observe("Short", "kettle", "/work/app", "change", 5000);
    expect(lengths()).toEqual(["Short", "Long"]);
    for (let n = 0; n < 30; n++) observe(`Ran ${n}`, words(400), "/work/app", "change", 6000);
    expect(lengths()).toEqual(["Long", "Short"]);
  });

  test("marks the words it found", () => {
    expect(find("crashed")[0]?.excerpt).toBe(`the parser ${HIT_START}crashed${HIT_END} on empty input`);
  });

  test("shows the text below the title, if a word is in it", () => {
    observe("Changed the copper lantern", "its lantern is new", "/work/app", "change", 4000);
    observe("Changed the lantern of copper", "it is new", "/work/app", "change", 3000);
    expect(find("copper lantern").map(({ excerpt }) => excerpt.replace(/[\u0001\u0002]/g, ""))).toEqual([
      "its lantern is new",
      "Changed the lantern of copper",
    ]);
  });

  test("cuts a long text between words", () => {
    observe("Changed the zoo", `giraffe ${"elephants ".repeat(40)}`, "/work/app", "change", 4000);
    expect(find("giraffe")[0]?.excerpt).toMatch(/ elephants…$/);
  });

  test("is limited to its project, kind and period", () => {
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

  test("finds parts of words if no word is found, and scripts without spaces", () => {
    observe("Changed 从现在开始总是用pnpm", "parseEventStream", "/work/app", "change", 4000);
    expect(find("总是用什么")[0]?.title).toContain("pnpm");
    expect(find("ventStrea")[0]).toMatchObject({ excerpt: expect.stringContaining("pnpm"), allWords: false });
    expect(find("ventStrea", { projectKey: "/work/other" })).toEqual([]);
    expect(find("zzzzz")).toEqual([]);
  });

  test("considers what the session was about, and for a prompt what was done for it", () => {
    const say = (sessionId: string, text: string, at: number) =>
      insertPrompt(store, { sessionId, promptId: null, text, at });
    say("a", "the kettle whistles", 1);
    say("s1", "the kettle whistles", 4000);
    say("s1", "and the pot", 6000);
    say("b", "the kettle whistles", 1);
    indexPrompts(store);
    observe("Changed kettle.ts", "its lid", "/work/app", "change", 5000);
    const prompts = () => find("kettle whistles", { kind: "prompt" }).map(({ session_id }) => session_id);
    expect(find("kettle whistles")[0]).toMatchObject({ source: "prompt", session_id: "s1" });
    const summary = {
      project_key: "/work/app",
      request: "kettle",
      text: "kettle whistles",
      detail: "{}",
      at: 1,
    };
    saveSummary(store, { ...summary, session_id: "b" });
    expect(prompts()).toEqual(["b", "s1", "a"]);
  });

  test("ranks what a person said before what a tool printed, with the same words", () => {
    insertPrompt(store, { sessionId: "s2", promptId: null, text: "the kettle whistles", at: 1 });
    indexPrompts(store);
    observe("Kettle", "whistles", "/work/app", "change", 5000);
    expect(find("kettle whistles").map(({ source }) => source)).toEqual(["prompt", "observation"]);
  });

  test("ranks a prompt with one of the words after what was done for it, which has both", () => {
    insertPrompt(store, { sessionId: "s1", promptId: null, text: "mend the kettle", at: 4000 });
    indexPrompts(store);
    observe("Changed the kettle", `it whistles ${"all day ".repeat(5)}`, "/work/app", "change", 5000);
    expect(find("kettle whistles").map(({ source }) => source)).toEqual(["observation", "prompt"]);
  });

  test("ranks repeated titles of a session after all others, and clips a long one", () => {
    observe("Changed kettle.ts", "kettle kettle", "/work/app", "change", 4000);
    observe("Changed kettle.ts", "kettle", "/work/app", "change", 5000);
    insertPrompt(store, {
      sessionId: "s2",
      promptId: null,
      text: `no kettle ${"or pot ".repeat(40)}`,
      at: 1,
    });
    indexPrompts(store);
    const titles = find("kettle").map(({ title }) => title);
    expect(titles).toEqual([
      "Changed kettle.ts",
      expect.stringMatching(/^no kettle .*…$/),
      "Changed kettle.ts",
    ]);
    expect(titles[1]).toHaveLength(140);
  });

  test("never treats what a person types as syntax", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (query) => {
        const hits = searchStore(store, query, { projectKey: null, kind: null, since: 0, limit: 5 });
        expect((hits ?? []).length).toBeLessThanOrEqual(5);
      }),
    );
    expect(find('crashed" NOT NEAR(')).toEqual(find("crashed near"));
  });
});
