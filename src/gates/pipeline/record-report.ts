// A subagent was let go: what it did for its stage is written down for those that come after it.

import type { StopEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import { redact } from "../../text/redaction/redact.ts";
import type { StageWork } from "../engine/facts.ts";
import { saysFailed } from "./read-marks.ts";
import type { Result } from "./report.ts";
import { saveReport } from "./report-rows.ts";

const MAX_REPORT = 8000;
const MAX_ERROR = 1000;

export function recordReport({ event, now }: HookContext<StopEvent>, store: Store, work: StageWork): void {
  const { stage, chunk, chunks, files, check, startedAt } = work;
  const failure = check?.state === "failed" ? check : null;
  saveReport(store, work.runId, {
    agentId: event.agentId ?? "",
    agentType: event.agentType ?? "",
    stage,
    chunk,
    chunks,
    files,
    result: resultOf(work, event.lastAssistantMessage),
    report: redact(event.lastAssistantMessage.trim()).text.slice(0, MAX_REPORT).toWellFormed(),
    error: failure && `${failure.command}: ${failure.error}`.slice(0, MAX_ERROR).toWellFormed(),
    isEarly: work.isEarly,
    startedAt,
    finishedAt: now,
  });
}

function resultOf({ isEarly, check, verify }: StageWork, report: string): Result {
  if (isEarly) return "early";
  if (check?.state === "failed" || saysFailed(report)) return "failed";
  return verify === "" || check?.state === "passed" ? "passed" : "unproven";
}
