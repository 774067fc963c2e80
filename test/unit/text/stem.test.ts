import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { stem } from "../../../src/text/stem.ts";

describe("stems", () => {
  test("are those of the index", async () => {
    const sources = await Promise.all(
      [
        "README.md",
        "ARCHITECTURE.md",
        "docs/flow.md",
        "src/text/redaction/named-secret.ts",
        "src/config/schema-gates.ts",
      ].map((path) => Bun.file(`${import.meta.dir}/../../../${path}`).text()),
    );
    const extra =
      "relational conditional rationalize digitizer operator feudalism decisiveness hopefulness formaliti \
      sensitiviti triplicate formative electrical goodness revival allowance inference airliner adjustable defensible \
      irritant replacement adjustment dependent adoption communism activate angulariti homologous effective bowdlerize \
      probate rate cease controll roll agreed feed plastered motoring conflated troubled sized hopping falling hissing \
      failing filing happy sky caresses ponies caress cats";
    const all = [...new Set(`${sources.join(" ")} ${extra}`.toLowerCase().match(/[a-z]+/g) ?? [])];
    expect(all.length).toBeGreaterThan(800);
    expect(stemmedOtherwise(all)).toEqual([]);
  });

  test("are those of the index, also for made-up words", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeiouybdlnrstwxz"), minLength: 1, maxLength: 8 });
    const end = fc.constantFrom(
      ...["", "s", "es", "sses", "ies", "eed", "ed", "ing", "ational", "tional", "ization", "logi", "icate"],
      ...["ative", "ness", "ement", "ment", "ent", "ion", "sion", "tion", "ll", "e", "y", "bl", "at", "iz"],
    );
    const word = fc.tuple(letters, end, end).map((parts) => parts.join(""));
    const made = fc.sample(word, { numRuns: 20_000, seed: 7 });
    expect(stemmedOtherwise([...new Set(made)])).toEqual([]);
  });
});

/** Words for which the index has another stem. */
function stemmedOtherwise(all: readonly string[]): string[] {
  const db = new Database(":memory:");
  db.run("CREATE VIRTUAL TABLE t USING fts5(word, tokenize = 'porter unicode61')");
  db.run("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)");
  const insert = db.query("INSERT INTO t (rowid, word) VALUES (?, ?)");
  db.transaction(() => all.forEach((word, n) => void insert.run(n + 1, word)))();
  const rows = db.query("SELECT term, doc FROM v").all() as { term: string; doc: number }[];
  const wrong = rows.filter(({ term, doc }) => stem(all[doc - 1] ?? "") !== term);
  db.close();
  return wrong.map(({ doc }) => all[doc - 1] ?? "");
}
