import type { Check } from "../../src/gates/commands/check.ts";

export function makeCheck(stage: string, run: string, more: Partial<Check> = {}): Check {
  return {
    stage,
    index: 0,
    run,
    timeoutMs: 1000,
    folder: "/p",
    paths: [],
    cwd: "",
    env: {},
    onTimeout: "advise",
    background: false,
    ...more,
  };
}
