import { expect, test } from "bun:test";
import { triage } from "../../../../src/gates/triage/gate.ts";
import { makeView } from "../../../helpers/stops.ts";

const worth = (id: number, title: string) => ({
  id,
  category: "PREFERENCE",
  title,
  score: 0.848,
  fingerprint: `PREFERENCE:${title}`,
});

test("lists what is worth saving, with the command for each, and says that the next stop is allowed", () => {
  const found = [worth(3, "Always use pnpm."), worth(7, "Tabs\nin Makefiles.")];
  const [finding] = triage.judge(makeView(), found);
  expect(finding).toMatchObject({ gate: "triage", code: "unsaved", severity: "block" });
  expect(finding?.reason.split("\n").slice(0, 5)).toEqual([
    "Worth remembering and not saved yet (2):",
    "- [PREFERENCE] Always use pnpm. (score: 0.85)",
    "  holdfast memory accept 3",
    "- [PREFERENCE] Tabs in Makefiles. (score: 0.85)",
    "  holdfast memory accept 7",
  ]);
  expect(finding?.reason).toContain("The holdfast-memory skill says more");
  expect(finding?.reason).toEndWith("Then stop.");
});

test("the same evidence has the same fingerprint in any order", () => {
  const [a, b] = [worth(3, "a"), worth(7, "b")];
  const mark = (found: (typeof a)[]) => triage.judge(makeView(), found).map(({ fingerprint }) => fingerprint);
  expect(mark([a, b])).toEqual(mark([b, a]));
  expect(mark([a])).not.toEqual(mark([b]));
});
