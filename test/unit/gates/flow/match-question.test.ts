import { expect, test } from "bun:test";
import { isSameQuestion } from "../../../../src/gates/flow/user-evidence.ts";

test.each([
  ["Which database?", "Which database?", true],
  ["Which database?", "which DATABASE", true],
  ["Which database do we use?", "Which database do we use for the sessions?", true],
  ["Which database do we use?", "Which colour do you like?", false],
  ["Ship?", "Shall we ship the new release on Friday already?", false],
  ["どのデータベース", "どのデータベース", true],
  ["???", "???", true],
  ["???", "!!!", false],
])("%s ~ %s: %p", (declared, asked, same) => {
  expect(isSameQuestion(declared, asked)).toBe(same);
  expect(isSameQuestion(asked, declared)).toBe(same);
});
