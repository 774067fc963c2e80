// Writes rows as past sessions would have left them, with any time.
import type { Finding } from "../../src/gates/engine/gate.ts";
import { insertDecision } from "../../src/gates/engine/record-decision.ts";
import type { Store } from "../../src/store/open.ts";

interface PastDecision {
  sessionId: string;
  verdict: string;
  at: number;
  gate?: string;
  /** Of the gate's finding. */
  summary?: string;
  endedBy?: string;
  budget?: number;
  ms?: number;
}

/** Returns the decision's id. */
export function leaveDecision(store: Store, past: PastDecision): number {
  const { sessionId, verdict, at, gate, summary, endedBy, budget = 1, ms = 3 } = past;
  const finding: Finding[] = gate
    ? [
        {
          gate,
          code: "open",
          severity: "block",
          reason: "",
          ...(summary !== undefined && { summary }),
          ...(endedBy !== undefined && { endedBy }),
          fingerprint: "f",
          progress: "",
          releasedBy: "",
        },
      ]
    : [];
  return insertDecision(store, {
    session_id: sessionId,
    agent: "main",
    budget_id: budget,
    event: "Stop",
    at,
    project_dir: null,
    verdict,
    rule: "open-findings",
    findings: JSON.stringify(finding),
    situation: null,
    reason: null,
    duration_ms: ms,
  });
}
