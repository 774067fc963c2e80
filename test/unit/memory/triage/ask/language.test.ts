import { expect, test } from "bun:test";
import {
  compileLanguage,
  type LanguageWords,
  readTextWords,
} from "../../../../../src/memory/triage/ask/language.ts";

const NONE = { primary: "", booster: "" };

function find(list: string, text: string, more: Partial<LanguageWords> = {}): string[] | undefined {
  const words = {
    ...{ DECISION: { ...NONE, primary: list }, RUNBOOK: NONE, CONSTRAINT: NONE, TECH_DEBT: NONE },
    ...{ PREFERENCE: NONE, not: "", supposed: "", asked: "", ...more },
  };
  const language = compileLanguage(words, readTextWords(text));
  return language ? (text.match(language.patterns("DECISION").primary) ?? []) : undefined;
}

test.each([
  ["we use", "today we  use tabs", "we  use"],
  ["standardi*ed on", "we standardised on tabs", "standardised on"],
  ["*ing", "we are moving", "moving"],
  ["chose … over", "chose tabs after all over spaces", "chose tabs after all over"],
  ["option # it is", "option 2 it is", "option 2 it is"],
  ["option # it is", "option two it is", "option two it is"],
  ["fixed … comma", "fixed by a restart, at last", "fixed by a restart,"],
  ["comma never", "in cents, never as floats", ", never"],
  ["we'll take", "and we'll take it", "we'll take"],
  ["trade-off", "a trade-off", "trade-off"],
  ["^keep", "so\nkeep it", "keep"],
  ["decision:", "key decision 2: tabs", "key decision 2: "],
  ["größe", "die größe zählt", "größe"],
])("%s is found in: %s", (entry, text, found) => {
  expect(find(`tabs or spaces, ${entry},\n  another entry`, text)).toEqual([found]);
});

test.each([
  ["we use", "we used tabs"],
  ["^keep", "we keep it"],
  ["decision:", "a decision was made"],
])("%s is not found in: %s", (entry, text) => {
  expect(find(entry, text)).toEqual([]);
});

test("in a script without spaces, parts of a word are found", () => {
  const script = /[\u3040-\u30ff]/;
  expect(find("に…決め", "タブに決めた。", { script })).toEqual(["に決め"]);
  expect(find("decided", "タブに決めた。", { script })).toEqual([]);
  expect(find("に…決め", "we decided", { script })).toBeUndefined();
});

test("a language with words of its own is one of the text only if one of them is in it", () => {
  expect(find("tabs", "wir nehmen tabs", { spoken: "wir, und" })).toEqual(["tabs"]);
  expect(find("tabs", "we use tabs", { spoken: "wir, und" })).toBeUndefined();
});
