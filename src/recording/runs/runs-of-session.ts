import type { Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import type { RawCall } from "../capture/redact-call.ts";
import { observeRawCall } from "../observations/observe-call.ts";
import { newestCalls, type QueueRow } from "../queue/pending-queue.ts";
import { listRuns, type RecordedRun } from "./run-rows.ts";

const MAX_WAITING = 200;

/** In the order of events: those in the ledger, and those in calls that no drain has processed yet. */
export function runsOfSession(store: Store, sessionId: string): RecordedRun[] {
  const recorded = listRuns(store, sessionId);
  const known = new Set(recorded.map(({ toolUseId }) => toolUseId));
  const waiting = newestCalls(store, sessionId, ["Bash", "PowerShell"], MAX_WAITING)
    .filter(
      ({ tool_use_id, status }) => !known.has(tool_use_id) && (status === "raw" || status === "processing"),
    )
    .reverse();
  const projectKey = waiting.length > 0 ? (findSession(store, sessionId)?.project_key ?? null) : null;
  return [...recorded, ...waiting.flatMap((row) => readWaiting(row, projectKey))].toSorted(
    (a, b) => a.at - b.at,
  );
}

function readWaiting(row: QueueRow, projectKey: string | null): RecordedRun[] {
  let raw: RawCall;
  try {
    raw = JSON.parse(row.raw_output) as RawCall;
  } catch {
    return []; // The drain reports it.
  }
  const run = observeRawCall(row.tool_name, raw, [])?.run;
  if (!run) return [];
  const place = { dir: raw.project_dir, agentId: raw.agent_id ?? null, tree: raw.tree ?? null };
  const { session_id: sessionId, tool_use_id: toolUseId, created_at: at } = row;
  return [{ ...run, ...place, id: 0, sessionId, projectKey, toolUseId, at }];
}
