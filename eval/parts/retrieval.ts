// Public sets of questions with known answers, asked through `memory import` and `memory search`, beside plain FTS5: web
// queries about Python functions (CoSQA) and questions about long conversations (LoCoMo), each a project of one store. They
// are not in this repository: retrieval/ in the folder of the data.
import { Database } from "bun:sqlite";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { queryWords, tokensOf } from "../../src/text/query-words.ts";
import { stem } from "../../src/text/stem.ts";
import {
  type Ask,
  type Collection,
  importInto,
  opaqueId,
  readConversations,
  score,
} from "../conversations.ts";
import type { EvalPart } from "../eval.ts";
import { RecordedSessions } from "../recorded-sessions.ts";
import { printTable } from "../table.ts";

interface Row {
  set: string;
  engine: string;
  n: number;
  first: number;
  in5: number;
  in10: number;
}

export const evaluate: EvalPart = async ({ folder, print }) => {
  const sets = join(folder, "retrieval");
  if (!existsSync(sets)) {
    print(`there are no sets of questions in ${sets}`);
    return null;
  }
  const code = [readCode(join(sets, "cosqa"))];
  const talk = readConversations(join(sets, "locomo", "five-conversations.json"));
  const recorded = RecordedSessions.empty([...code, ...talk].map(({ name }) => name));
  const engines: [string, Ask][] = [
    ["holdfast", importInto(recorded, [...code, ...talk])],
    ["plain FTS5", askPlainFts5()],
  ];
  const groups: [string, Collection[]][] = [
    ["code", code],
    ["conversations", talk],
    ["… in other words", talk.map(inOtherWords)],
  ];
  const rows = groups.flatMap(([set, collections]) =>
    engines.map(([engine, ask]) => ({ set, engine, ...score(collections, ask) })),
  );
  recorded.remove();
  const toText = (share: number) => share.toFixed(3).replace(/^0/, "");
  printTable(
    print,
    ["set", "", "questions", "R@1", "R@5", "R@10"],
    rows.map(({ set, engine, n, first, in5, in10 }: Row) => [
      set,
      engine,
      n,
      ...[first, in5, in10].map(toText),
    ]),
  );
  return rows;
};

function readCode(folder: string): Collection {
  const functions: Record<string, number> = readJson(join(folder, "functions.json"));
  const questions: { doc: string; retrieval_idx: number }[] = readJson(join(folder, "dev-500.json"));
  return {
    name: "functions",
    texts: new Map(Object.entries(functions).map(([code, id]) => [opaqueId(id), code])),
    questions: questions.map(({ doc, retrieval_idx }) => ({ text: doc, answers: [opaqueId(retrieval_idx)] })),
  };
}

/** Questions of whose words, without stop words, at most a quarter is in the answers. */
function inOtherWords(collection: Collection): Collection {
  const questions = collection.questions.filter(({ text, answers }) => {
    const words = new Set(answers.flatMap((id) => tokensOf(collection.texts.get(id) ?? "").map(stem)));
    const asked = queryWords(text);
    return asked.filter((word) => words.has(stem(word))).length <= asked.length / 4;
  });
  return { ...collection, questions };
}

const STOP_WORDS = new Set(
  (
    "a an and are as at be been being but by can could did do does doing for from had has have having he her hers him his how i " +
    "if in into is it its me my of on or our she should so such than that the their them then there these they this those to was " +
    "we were what when where which who whom why will with would you your"
  ).split(" "),
);

/** Any word without stop words, porter stems, `bm25()`; an index for each project. */
function askPlainFts5(): Ask {
  const indexes = new Map<string, Database>();
  return ({ name, texts }, question) => {
    const index = indexes.get(name) ?? indexTexts(texts);
    indexes.set(name, index);
    const all = [...new Set((question.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.toLowerCase()))];
    const meaningful = all.filter((word) => !STOP_WORDS.has(word));
    const words = (meaningful.length > 0 ? meaningful : all).map((word) => `"${word}"`);
    const found = index.query("SELECT id FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 10");
    return words.length === 0 ? [] : (found.all(words.join(" OR ")) as { id: string }[]).map(({ id }) => id);
  };
}

function indexTexts(texts: Collection["texts"]): Database {
  const index = new Database(":memory:");
  index.run("CREATE VIRTUAL TABLE texts USING fts5(id UNINDEXED, body, tokenize='porter unicode61')");
  const insert = index.query("INSERT INTO texts VALUES (?, ?)");
  index.transaction(() => {
    for (const text of texts) insert.run(...text);
  })();
  return index;
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, "utf8"));
}
