import type { Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import type { RawCall } from "../capture/redact-call.ts";
import { observeRawCall } from "../observations/observe-call.ts";
import {
  isOwnRun,
  listNewestCalls,
  OWN_RUN_TOOL,
  type QueueRow,
  type RawOwnRun,
} from "../queue/pending-queue.ts";
import type { ConfiguredChecks } from "./other-checks.ts";
import { listRuns, type RecordedRun, readOwnRun, runPlaceOf } from "./run-rows.ts";

const MAX_WAITING = 200;

/** Runs in the ledger and in calls that no drain has processed yet, in the order of events. */
export function listSessionRuns(
  store: Store,
  sessionId: string,
  configured: ConfiguredChecks = new Map(),
): RecordedRun[] {
  // The queue is read first: a call that a drain moves meanwhile is then found in the ledger.
  const calls = listNewestCalls(store, sessionId, ["Bash", "PowerShell", OWN_RUN_TOOL], MAX_WAITING);
  const recorded = listRuns(store, sessionId);
  const known = new Set(recorded.map(({ toolUseId }) => toolUseId));
  const waiting = calls
    .filter(
      ({ tool_use_id, status }) => !known.has(tool_use_id) && (status === "raw" || status === "processing"),
    )
    .reverse();
  const projectKey = waiting.length > 0 ? (findSession(store, sessionId)?.project_key ?? null) : null;
  return [...recorded, ...waiting.flatMap((row) => readWaiting(row, projectKey, configured))].toSorted(
    (a, b) => a.at - b.at,
  );
}

function readWaiting(row: QueueRow, projectKey: string | null, configured: ConfiguredChecks): RecordedRun[] {
  const { session_id: sessionId, tool_use_id: toolUseId, created_at: at, tool_name: tool } = row;
  const known = { sessionId, projectKey, toolUseId, at, isOwn: isOwnRun(row) };
  try {
    const raw = JSON.parse(row.raw_output);
    if (known.isOwn) return [{ ...readOwnRun(raw as RawOwnRun), ...known }];
    const run = observeRawCall(tool, raw as RawCall, [], configured)?.run;
    return run ? [{ ...run, ...runPlaceOf(raw as RawCall), ...known }] : [];
  } catch {
    return []; // The drain reports it.
  }
}
