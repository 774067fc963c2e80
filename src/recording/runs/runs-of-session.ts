import type { Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import type { RawCall } from "../capture/redact-call.ts";
import { readCall } from "../observations/record-call.ts";
import {
  isOwnRun,
  isRunByHoldfast,
  listNewestCalls,
  listWaitingSessions,
  OWN_RUN_TOOL,
  type QueueRow,
  type RawOwnRun,
} from "../queue/pending-queue.ts";
import { listRuns, listRunsOfProject, type RecordedRun, readOwnRun } from "./run-rows.ts";
import type { ConfiguredChecks } from "./static-checks.ts";

const MAX_WAITING = 200;
const TOOLS = ["Bash", "PowerShell", OWN_RUN_TOOL];

/** Recorded runs, and those in calls that no drain has processed yet, in the order of events. */
export function listSessionRuns(
  store: Store,
  sessionId: string,
  configured: ConfiguredChecks = new Map(),
): RecordedRun[] {
  // The queue is read first: a call that a drain moves meanwhile is then found among the recorded runs.
  const calls = listNewestCalls(store, sessionId, TOOLS, MAX_WAITING);
  const recorded = listRuns(store, sessionId);
  return addWaiting(store, recorded, calls, configured);
}

/** Like `listSessionRuns`, for all sessions of a project. Runs on a tree with one of the fingerprints come before older ones. */
export function listProjectRuns(
  store: Store,
  project: { key: string; dir: string },
  fingerprints: readonly string[],
  configured: ConfiguredChecks,
): RecordedRun[] {
  const calls = listWaitingSessions(store, project).flatMap((sessionId) =>
    listNewestCalls(store, sessionId, TOOLS, MAX_WAITING),
  );
  const recorded = listRunsOfProject(store, project.key, fingerprints);
  return addWaiting(store, recorded, calls, configured);
}

function addWaiting(
  store: Store,
  recorded: readonly RecordedRun[],
  calls: readonly QueueRow[],
  configured: ConfiguredChecks,
): RecordedRun[] {
  const known = new Set(recorded.map(({ toolUseId }) => toolUseId));
  const waiting = calls
    .filter(
      ({ tool_use_id, status }) => !known.has(tool_use_id) && (status === "raw" || status === "processing"),
    )
    .reverse();
  const keys = new Map<string, string | null>();
  for (const { session_id: id } of waiting)
    if (!keys.has(id)) keys.set(id, findSession(store, id)?.project_key ?? null);
  return [
    ...recorded,
    ...waiting.flatMap((row) => readWaiting(row, keys.get(row.session_id) ?? null, configured)),
  ].toSorted((a, b) => a.at - b.at);
}

function readWaiting(row: QueueRow, projectKey: string | null, configured: ConfiguredChecks): RecordedRun[] {
  const { session_id: sessionId, tool_use_id: toolUseId, created_at: at, tool_name: tool } = row;
  const known = { sessionId, projectKey, toolUseId, at, isOwn: isRunByHoldfast(toolUseId) };
  try {
    const raw = JSON.parse(row.raw_output);
    if (isOwnRun(row)) return [{ ...readOwnRun(raw as RawOwnRun), ...known }];
    const { observation, place } = readCall(tool, raw as RawCall, [], configured);
    return observation?.run ? [{ ...observation.run, ...place, ...known }] : [];
  } catch {
    return []; // The drain reports it.
  }
}
