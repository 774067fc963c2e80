import type { Finding } from "../../src/gates/engine/gate.ts";

/** A blocking finding with default values. */
export function makeFinding(overrides: Partial<Finding> = {}): Finding {
  return {
    gate: "lock",
    code: "locked",
    severity: "block",
    reason: "Keep working.",
    fingerprint: "fp",
    progress: "tools:0",
    releasedBy: "`holdfast unlock`",
    endedBy: "holdfast unlock",
    ...overrides,
  };
}
