import { describe, expect, test } from "bun:test";
import { errorLine } from "../../../../src/review/reflection/detectors/repeated-errors.ts";
import { readCorrection } from "../../../../src/transcript/selectors/corrections.ts";

describe("a prompt", () => {
  test.each([
    ["It is still failing", "still"],
    ["Still not working :(", "still"],
    ["still the same error", "still"],
    ["I'm still getting the same TypeError error", "still"],
    ["still too dark.", "still"],
    ["hmm, still seeing the old title in the menu", "still"],
    ["that didn’t work", "still"],
    ["the build doesn't work on my machine", "still"],
    ["I told you not to touch the schema", "said-before"],
    ["did we not go through this before, there is no database here", "said-before"],
    ["as I said, tabs", "said-before"],
    ["This is not what I asked for", "meant"],
    ["good, but what I actually meant is the other folder", "meant"],
    ["stop guessing", "correcting"],
    ["no, the other branch", "correcting"],
    ["The colour is nice. Do not rebuild it every time.", "correcting"],
    ["that is not correct, it comes later", "correcting"],
  ] as const)("%s: %s", (prompt, kind) => {
    expect(readCorrection(prompt)?.kind).toBe(kind);
  });

  test.each([
    "Try again",
    "The header should be blue",
    "Find out which tests still fail on main",
    "See whether the build is still failing",
    "They'll still have a trailer then",
    "Is the agent still not done?",
    "No, this is fine. Go on.",
    "Make the sidebar stick; it must not get unstuck",
    "Explain why this approach would not work on Windows",
    "no problem, take your time",
    "I don't know which one is better",
    "Keep the old behaviour, it works",
    "> it doesn't work\nWhat does the reporter mean?",
    `${"Here is a long document about our process. ".repeat(12)} It is still failing.`,
  ])("%s: nothing", (prompt) => {
    expect(readCorrection(prompt)).toBeNull();
  });
});

test.each([
  ["Exit code 1\nCompiling\nerror: no such file\nmore", "error: no such file"],
  ["WARN this may produce errors\nfatal: not a git repository", "fatal: not a git repository"],
  ["Exit code 1", null],
  ["something odd", null],
  ["### Error\nError: access denied outside the roots", "Error: access denied outside the roots"],
  ["Exit code 1\n[lint] ERROR task failed", null],
  ["posix_spawn '/opt/claude-code/2.1/claude': no such file", null],
])("the line of %p that says why is %p", (output, line) => {
  expect(errorLine(output)).toBe(line);
});
