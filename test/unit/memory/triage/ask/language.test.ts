import { expect, test } from "bun:test";
import {
  indexEntries,
  isSpacedIn,
  splitList,
  storeEntries,
  type Table,
} from "../../../../../src/memory/triage/ask/index-entries.ts";
import { compileLanguage, readTextWords } from "../../../../../src/memory/triage/ask/language.ts";

function find(list: string, text: string, more: Table = {}): string[] | undefined {
  const isSpaced = isSpacedIn(more);
  const spoken = storeEntries(splitList(more.spoken), isSpaced);
  const script = more.script === undefined ? null : new RegExp(more.script);
  const index = () => indexEntries({ ...more, DECISION: { primary: list } });
  const language = compileLanguage({ spoken, script, isSpaced, index }, readTextWords(text));
  const pattern = language?.pattern("DECISION.primary");
  return language ? ((pattern && text.match(pattern)) ?? []) : undefined;
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
  ["(we|i) use", "today i use tabs", "i use"],
  ["(two tabs|one space) (or|and) more", "one space and more", "one space and more"],
  ["(*ed|was) twice", "they were indented twice", "indented twice"],
  ["constructor", "the constructor is private", "constructor"],
])("%s is found in: %s", (entry, text, found) => {
  expect(find(`tabs or spaces, ${entry},\n  another entry`, text)).toEqual([found]);
});

test.each([
  ["we use", "we used tabs"],
  ["^keep", "we keep it"],
  ["decision:", "a decision was made"],
  ["(we|i) use", "they use tabs"],
  ["(two tabs|one space) or more", "two or more"],
])("%s is not found in: %s", (entry, text) => {
  expect(find(entry, text)).toEqual([]);
});

test("in a script without spaces, parts of a word are found", () => {
  const script = "[\u3040-\u30ff]";
  expect(find("に…決め", "タブに決めた。", { script })).toEqual(["に決め"]);
  expect(find("decided", "タブに決めた。", { script })).toEqual([]);
  expect(find("に…決め", "we decided", { script })).toBeUndefined();
});

test("a language with words of its own is one of the text only if one of them is in it", () => {
  expect(find("tabs", "wir nehmen tabs", { spoken: "wir, und" })).toEqual(["tabs"]);
  expect(find("tabs", "we use tabs", { spoken: "wir, und" })).toBeUndefined();
});
