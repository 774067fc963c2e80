import type { LoopFacts } from "../../src/gates/loop/judge.ts";

/** A loop of ours with a verify command that did not run. */
export function makeLoop(overrides: Partial<LoopFacts> = {}): LoopFacts {
  return {
    source: "row",
    id: "1.0",
    task: "fix the types",
    iteration: 0,
    maxIterations: 25,
    maxMinutes: 240,
    verify: "npm test",
    promise: null,
    isPromiseKept: false,
    isSuspended: false,
    check: null,
    fileError: "",
    claimsDone: false,
    treeProgress: "",
    toolCalls: 0,
    ...overrides,
  };
}
