import type { StageReport } from "../../src/gates/pipeline/rows.ts";

/** A good report for the stage "design". */
export function makeReport(overrides: Partial<StageReport> = {}): StageReport {
  return {
    agentId: "a",
    agentType: "planner",
    stage: "design",
    chunk: null,
    chunks: null,
    result: "passed",
    report: "It is designed.",
    error: null,
    files: [],
    isEarly: false,
    startedAt: 0,
    finishedAt: 5,
    ...overrides,
  };
}
