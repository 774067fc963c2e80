import { describe, expect, test } from "bun:test";
import { findBlocker, isReviewer } from "../../../../src/gates/flow/on-event.ts";

describe("a reviewer", () => {
  test.each([
    ["code-reviewer", "", true],
    ["general-purpose", "Adversarial review of the change", true],
    ["general-purpose", "Review the diff", true],
    ["critic", "", true],
    ["security-auditor", "", true],
    ["general-purpose", "red team the parser", true],
    ["Explore", "Find the config loader", false],
    ["general-purpose", "Work on the critical path", false],
    ["", "", false],
  ])("%s, %s: %p", (type, description, expected) => {
    expect(isReviewer(type, description)).toBe(expected);
  });
});

describe("an open blocker", () => {
  test.each([
    ["BLOCKER: the lock is never released", "the lock is never released"],
    ["- **BLOCKER**: no tests", "no tests"],
    ["All fine.\n[blocker] a race in settle.ts", "a race in settle.ts"],
    ["1. [BLOCKER]: a leak", "a leak"],
    ["## Blockers\n\n- a crash on empty input\n", "a crash on empty input"],
    ["### Blockers (2)\n1. first\n2. second", "first"],
    ["Blockers:\n* one", "one"],
    ["Verdict: FAIL", "Verdict: FAIL"],
    ["**Verdict:** changes requested", "Verdict: changes requested"],
    ["Overall verdict - rejected", "Overall verdict - rejected"],
    ["verdict: not ready", "verdict: not ready"],
  ])("%j", (report, blocker) => {
    expect(findBlocker(report)).toBe(blocker);
  });

  test.each([
    "Looks good. Verdict: PASS",
    "Verdict: pass\nBlockers: none",
    "## Blockers\n\nNone.\n\n## Minor\n- a name",
    "## Blockers\n\n## Verdict\npass",
    "## Blockers\n- none found\n",
    "Blockers: 0",
    "No blockers.",
    "BLOCKER: none",
    "I found no blocker in this change.",
    "The blocker of last week is fixed.",
    "```\nBLOCKER: an example of the format\n```\nVerdict: pass",
    "Verdict: approved",
    "",
  ])("is not in %j", (report) => {
    expect(findBlocker(report)).toBeNull();
  });
});
