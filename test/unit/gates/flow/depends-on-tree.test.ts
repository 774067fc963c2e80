import { expect, test } from "bun:test";
import fc from "fast-check";
import { CONDITION_IDS, type Evidence } from "../../../../src/gates/flow/flow.ts";
import {
  dependsOnTree,
  judgeConditions,
  openConditions,
} from "../../../../src/gates/flow/judge-conditions.ts";
import { makeCase } from "../../../helpers/flows.ts";
import { runs } from "../../../helpers/runs.ts";

const KINDS: Evidence["kind"][] = [
  ...(["note", "search", "memory", "question", "answer", "none", "approval"] as const),
  ...(["change", "passed", "failed", "forced", "withdrawn"] as const),
];
const TREES = [
  { fingerprint: "", changed: false },
  { fingerprint: "m1", changed: true },
  { fingerprint: "m2", changed: true },
];

const rows = fc.array(
  fc.record({
    condition: fc.constantFrom(...CONDITION_IDS),
    kind: fc.constantFrom(...KINDS),
    treeMark: fc.constantFrom("m1", "m2", null),
    answers: fc.constantFrom(1, null),
  }),
  { maxLength: 8 },
);
const flows = fc.record({
  complexity: fc.constantFrom(3, 8, null),
  kind: fc.constantFrom("docs", null),
  correctness: fc.constantFrom("make", null),
  adversarial: fc.constantFrom("make", null),
});

/** Everything that is shown, or that decides. */
function told({ flow, evidence }: ReturnType<typeof makeCase>, tree: (typeof TREES)[number]) {
  const states = judgeConditions({ flow, evidence, tree });
  const [first] = openConditions(states);
  return {
    first: first && [first.because, first.next],
    states: states.map(({ id, state, lapsed, untried, needsUser }) => [
      id,
      state,
      lapsed,
      untried,
      needsUser,
    ]),
    isImplemented: states.some(({ id, state }) => id === "implementation_complete" && state === "met"),
  };
}

test("a flow that does not depend on the tree has the same text and conditions on every tree", () => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(flows, rows, (flow, evidence) => {
      const given = makeCase(flow, evidence);
      const depends = dependsOnTree(
        judgeConditions({ ...given, tree: TREES[0] as (typeof TREES)[0] }),
        given.evidence,
      );
      seen.add(depends);
      if (depends) return;
      const [one, ...others] = TREES.map((tree) => told(given, tree));
      for (const other of others) expect(other).toEqual(one as ReturnType<typeof told>);
      // Uncommitted files are reported once the work is complete, and only the tree knows them.
      expect(one?.isImplemented).toBe(false);
    }),
    { numRuns: runs(2000) },
  );
  expect(seen.size).toBe(2);
});

test("a new flow does not depend on the tree", () => {
  const given = makeCase();
  expect(dependsOnTree(judgeConditions(given), given.evidence)).toBe(false);
});
