// Writes rows as past sessions would have left them, with any time.
import type { Finding } from "../../src/gates/engine/gate.ts";
import { insertDecision } from "../../src/gates/engine/record-decision.ts";
import { insertObservation } from "../../src/recording/observations/observations.ts";
import { enqueueCall } from "../../src/recording/queue/pending-queue.ts";
import type { Store } from "../../src/store/open.ts";
import { saveProjectKey, touchSession } from "../../src/store/sessions.ts";

export function leaveSession(store: Store, sessionId: string, projectDir: string, at: number): void {
  touchSession(store, { sessionId, projectDir, transcriptPath: null, at, toolCalls: 10 });
  saveProjectKey(store, sessionId, projectDir);
}

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

export function leaveFailure(store: Store, sessionId: string, command: string, at: number): void {
  insertObservation(store, {
    kind: "failure",
    title: `Failed: ${command}`,
    summary: "",
    files: [],
    subject: command,
    result: "failed",
    sessionId,
    projectKey: null,
    toolUseId: null,
    at,
  });
}

export function leaveRead(store: Store, sessionId: string, file: string, at: number): void {
  const filesTouched = JSON.stringify([file]);
  enqueueCall(store, {
    sessionId,
    toolUseId: null,
    tool: "Read",
    rawOutput: "{}",
    filesTouched,
    priority: "low",
    at,
  });
}
