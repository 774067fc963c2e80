import { describe, expect, test } from "bun:test";
import {
  buildSummary,
  renderSessionSummary,
  type SummaryFacts,
} from "../../../../src/recording/observations/session-summary.ts";

type Seen = SummaryFacts["observations"][number];

const failure = (title: string, fixed = false): Seen =>
  seen({ kind: "failure", title, fixed_by: fixed ? 9 : null });
const commit: Seen = seen({ kind: "commit", title: "Commit 1234567: done" });

function seen(fields: Partial<Seen>): Seen {
  return {
    kind: "command",
    title: "Ran make",
    files: "[]",
    fixed_by: null,
    ...fields,
  };
}

function summarise(facts: Partial<SummaryFacts>) {
  return buildSummary({
    request: null,
    prompts: [],
    observations: [],
    openTasks: [],
    lastMessage: "",
    ...facts,
  });
}

describe("what was asked", () => {
  test.each<[string, string | null, string[], string]>([
    ["the request", "mend the basket please", ["hi", "mend the basket please"], "mend the basket please"],
    [
      "a command that opened the session with something to do",
      "Thanks! Please update the notes",
      ["/build a shop with a basket in it", "Thanks! Please update the notes"],
      "/build a shop with a basket in it",
    ],
    [
      "not a bare command",
      "mend the basket please",
      ["/clear now", "mend the basket please"],
      "mend the basket please",
    ],
    ["the longest prompt, where nothing is long enough", null, ["go", "go on then"], "go on then"],
  ])("is %s", (_name, request, prompts, expected) => {
    expect(summarise({ request, prompts }).request).toBe(expected);
  });
});

describe("what is open", () => {
  test("is a failure that nothing put right, and an unfinished task", () => {
    const { open } = summarise({
      observations: [failure("Failed: a", true), failure("Failed: b")],
      openTasks: ["ship it"],
    });
    expect(open).toEqual(["Failed: b", "task: ship it"]);
  });

  test("is no failure from which the work moved on to a commit and beyond", () => {
    const since = Array.from({ length: 10 }, () => seen({}));
    expect(summarise({ observations: [failure("Failed: old"), commit, ...since] }).open).toEqual([]);
    expect(summarise({ observations: [failure("Failed: new"), commit] }).open).toEqual(["Failed: new"]);
    expect(summarise({ observations: [failure("Failed: old"), ...since, ...since] }).open).toEqual([
      "Failed: old",
    ]);
  });
});

test("the last message is shown without its Markdown", () => {
  const text = renderSessionSummary(
    summarise({ lastMessage: "## Done\n\n**All** tests pass:\n```sh\nnpm test\n```" }),
  );
  expect(text).toBe("Last message: Done All tests pass: npm test");
});
