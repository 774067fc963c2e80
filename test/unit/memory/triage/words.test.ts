// Each wording of the long patterns is recognised.
import { expect, test } from "bun:test";
import {
  guessCategory,
  isCorrection,
  isWish,
  withoutReproach,
} from "../../../../src/memory/triage/messages.ts";
import { splitSentences } from "../../../../src/memory/triage/sentences.ts";
import { makeTitle } from "../../../../src/memory/triage/title.ts";

test.each([
  "I'd rather have two files.",
  "we really prefer tabs",
  "I want one file for each.",
  "I dont like the colours",
  "we need to keep the old names",
  "We should only read it once.",
  "we would never ship that",
  "I'm in favour of a small change",
  "let's stick with the old parser",
  "Lets keep it small.",
  "it's better not to ask",
  "that is fine to skip",
  "it is ok to wait",
  "it would be best to wait",
  "it's allowed to be empty",
  "that's enough to go on",
  "the idea is that nobody waits",
  "no need for a flag",
  "do it as a separate step",
  "do not run the suite every time",
  "don't format it again",
])("%j says how it should be", (text) => {
  expect(splitSentences(text).some(isWish)).toBe(true);
});

test.each([
  "No, that goes into the other file instead",
  "nope, the second one goes there now",
  "that is not how it works",
  "this isn't correct",
  "it was not the case",
  "thats wrong",
  "that's a common misconception",
  "did we not fix this before",
  "I told you before",
  "i said it already",
  "as I mentioned",
])("%j corrects", (text) => {
  expect(isCorrection(text)).toBe(true);
});

test.each([
  ["I told you the title must be blue", "the title must be blue"],
  ["I already told you to use tabs", "use tabs"],
  ["as I said, no tabs", "no tabs"],
  ["I told you about the tabs", "I told you about the tabs"],
  ["I said it before", "I said it before"],
])("%j is a reproach about: %s", (text, rest) => {
  expect(withoutReproach(text)).toBe(rest);
});

test.each([
  "we do it later",
  "in the future",
  "as a follow-up",
  "in a separate PR",
  "eventually",
  "some day",
  "in the next sprint",
  "that is out of scope",
  "pick it up on Monday",
  "TODO",
])("%j is postponed", (text) => {
  expect(guessCategory(text)).toBe("TECH_DEBT");
});

test.each([
  ["Okay, so the port is 80", "The port is 80"],
  ["No, the port is 80", "The port is 80"],
  ["Hmm I think that the port is 80", "The port is 80"],
  ["continue, but the port is 80", "The port is 80"],
  ["Remember that the port is 80", "The port is 80"],
  ["The port is 80, thanks!", "The port is 80"],
  ["The port is 80, right?", "The port is 80, right?"],
  ["The port is 80 I guess", "The port is 80"],
])("%j has the title %j", (text, title) => {
  expect(makeTitle(text)).toBe(title);
});

test("tool output, code and quotes are distinguished from what is said", () => {
  const said = [
    "[DECISION] Use tabs",
    "Stop hook feedback: go on",
    "After saving, you may stop.",
    "> quoted",
  ];
  expect(splitSentences(said.join("\n"))).toEqual([]);
  const [masked] = splitSentences("See “always use tabs” and https://x.y/z and 'never do it' there");
  expect(masked?.masked).toBe(`see ${"x".repeat(17)} and ${"x".repeat(13)} and ${"x".repeat(13)} there`);
});
