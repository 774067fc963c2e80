import type { Evidence, Flow, FlowCase } from "../../src/gates/flow/flow.ts";

export function makeFlow(overrides: Partial<Flow> = {}): Flow {
  return {
    id: 1,
    sessionId: "s1",
    projectDir: "/project",
    task: "add a login",
    phase: "planning",
    waived: [],
    kind: null,
    complexity: null,
    correctness: null,
    quality: null,
    adversarial: null,
    judge: null,
    status: "active",
    fileKey: null,
    rounds: 0,
    resumes: 0,
    why: null,
    startedBy: "claude",
    createdAt: 1_000,
    updatedAt: 2_000,
    ...overrides,
  };
}

type GivenEvidence = Pick<Evidence, "condition" | "kind"> & Partial<Evidence>;

/** Rows in the order given; ids count from 1. */
export function makeEvidence(rows: GivenEvidence[]): Evidence[] {
  return rows.map((row, index) => ({
    id: index + 1,
    source: "test",
    text: "",
    treeMark: null,
    answers: null,
    at: index + 1,
    ...row,
  }));
}

export function makeCase(
  flow: Partial<Flow> = {},
  rows: GivenEvidence[] = [],
  tree: Partial<FlowCase["tree"]> = {},
): FlowCase {
  return {
    flow: makeFlow(flow),
    evidence: makeEvidence(rows),
    tree: { fingerprint: "m1", changed: false, ...tree },
  };
}
