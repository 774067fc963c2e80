import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Doing, type Labelled, readCorpus, readTuningLines } from "../../../../eval/corpus.ts";
import { readBack } from "../../../../eval/read-back.ts";
import { CATEGORIES } from "../../../../src/memory/category.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const corpus = await readCorpus();
const OTHER_LANGUAGES = ["de", "es", "zh"];
const MOST_OVERLAP = 0.6;

const LONG = 120_000;

describe("the labelled corpus", () => {
  test("has at least 40 English excerpts of each label in every category, a third of them held back", () => {
    for (const category of CATEGORIES)
      for (const label of [true, false]) {
        const own = corpus.filter((one) => one.category === category && one.label === label);
        const english = own.filter(({ lang }) => lang === "en");
        expect(english.length, `${category} ${label}`).toBeGreaterThanOrEqual(40);
        expect(heldBack(english), `${category} ${label} held back`).toBeCloseTo(1 / 3, 1);
      }
  });

  test("has at least 10 of each label in the other languages for what people ask and decide", () => {
    for (const category of ["PREFERENCE", "DECISION"])
      for (const language of OTHER_LANGUAGES)
        for (const label of [true, false]) {
          const own = corpus.filter(
            (one) => one.category === category && one.lang === language && one.label === label,
          );
          const name = `${category} ${language} ${label}`;
          expect(own.length, name).toBeGreaterThanOrEqual(10);
          expect(heldBack(own), `${name} held back`).toBeCloseTo(1 / 3, 1);
        }
  });

  test("names each excerpt once", () => {
    const ids = corpus.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(CATEGORIES)("has no two excerpts of %s in nearly the same words", (category) => {
    const own = corpus
      .filter((one) => one.category === category)
      .map((one) => ({ id: one.id, words: wordsOf(one) }));
    const near = own.flatMap((one, at) =>
      own
        .slice(at + 1)
        .filter((other) => overlap(one.words, other.words) > MOST_OVERLAP)
        .map((other) => `${one.id} ${other.id}`),
    );
    expect(near).toEqual([]);
  });

  test(
    "has no excerpt in nearly the same words as a line that the patterns were tried on",
    async () => {
      const tried = (await readTuningLines()).map((line) => ({ ...line, words: wordsOf(line) }));
      const near = corpus.filter((one) => {
        const words = wordsOf(one);
        return tried.some(
          (line) => line.category === one.category && overlap(words, line.words) > MOST_OVERLAP,
        );
      });
      expect(near.map(({ id }) => id)).toEqual([]);
    },
    LONG,
  );

  test(
    "comes back from the transcript reader with all that was said and done",
    async () => {
      const folder = makeTempFolder("corpus");
      for (const one of corpus) {
        const items = await readBack(one, join(folder, `${one.id}.jsonl`));
        const kinds = items.map(({ kind }) => kind);
        const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
        const said = (who: string) => one.excerpt.filter((item) => item.who === who).length;
        const tools = one.excerpt.filter((item) => item.who === "tool");
        expect(
          {
            prompts: count("prompt"),
            answers: count("assistant-text"),
            summaries: count("compaction-summary"),
            injected: count("injected") + count("hook-feedback"),
            calls: count("tool-call"),
            results: count("tool-result"),
            rejections: count("rejection"),
            choices: count("answers"),
            plans: count("plan-approval"),
          },
          one.id,
        ).toEqual({
          prompts: said("user"),
          answers: said("claude"),
          summaries: said("summary"),
          injected: said("injected") + said("hook"),
          calls: tools.length,
          results: tools.length,
          rejections: tools.filter(({ refused }) => refused !== undefined).length,
          choices: tools.filter((call) => call.tool === "AskUserQuestion" && succeeded(call)).length,
          plans: tools.filter((call) => call.tool === "ExitPlanMode" && succeeded(call)).length,
        });
      }
    },
    LONG,
  );
});

function succeeded({ refused, failed }: Doing): boolean {
  return refused === undefined && failed !== true;
}

function heldBack(excerpts: readonly Labelled[]): number {
  return excerpts.filter(({ part }) => part === "held-back").length / excerpts.length;
}

/** Chinese has no spaces: there a character is a word. */
function wordsOf({ excerpt }: Pick<Labelled, "excerpt">): Set<string> {
  const text = excerpt.map((item) =>
    item.who === "tool" ? `${JSON.stringify(item.input)} ${item.output} ${item.refused ?? ""}` : item.text,
  );
  return new Set(
    text
      .join(" ")
      .toLowerCase()
      .match(/\p{Script=Han}|[\p{L}\p{N}]+/gu),
  );
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  // No more than this, by their sizes alone: nearly all pairs end here.
  const most = Math.min(one.size, other.size) / Math.max(one.size, other.size);
  return most <= MOST_OVERLAP ? most : one.intersection(other).size / one.union(other).size;
}
