// Stores an observation and links it to the failures it fixes.
import type { Store } from "../../store/open.ts";
import { errorExcerpt } from "../../text/output/error-excerpt.ts";
import { isTestCommand } from "../../text/test-runs/test-command.ts";
import type { RawCall } from "../capture/redact-call.ts";
import type { QueueRow } from "../queue/pending-queue.ts";
import { isOwnRun, type RawOwnRun } from "../queue/pending-queue.ts";
import {
  completeTask,
  insertRun,
  isTaskOutputTool,
  type RunPlace,
  readOwnRun,
  readTaskOutput,
  runPlaceOf,
} from "../runs/run-rows.ts";
import type { ConfiguredChecks } from "../runs/static-checks.ts";
import {
  insertObservation,
  listFilesChangedAfter,
  listOpenFailures,
  markFixed,
  type NewObservation,
  type Observation,
  type ObservationRow,
} from "./observations.ts";
import { observeRawCall } from "./observe-call.ts";

type OpenFailure = Pick<ObservationRow, "id" | "subject" | "title" | "summary">;

const MAX_WHY = 200;

/** False when the call is not worth remembering, or was observed before. Throws on an unreadable row. */
export function observeQueuedCall(
  store: Store,
  row: QueueRow,
  { projectKey, at, configured }: { projectKey: string | null; at: number; configured: ConfiguredChecks },
): boolean {
  if (isOwnRun(row)) {
    const run = readOwnRun(JSON.parse(row.raw_output) as RawOwnRun);
    insertRun(store, { ...run, sessionId: row.session_id, projectKey, toolUseId: row.tool_use_id, at });
    return false;
  }
  const raw = JSON.parse(row.raw_output) as RawCall;
  if (isTaskOutputTool(row.tool_name)) completeTask(store, row.session_id, readTaskOutput(raw));
  const seen = observeRawCall(row.tool_name, raw, JSON.parse(row.files_touched) as string[], configured);
  if (seen === null) return false;
  const { session_id: sessionId, tool_use_id: toolUseId } = row;
  const where = runPlaceOf(raw);
  return recordObservation(store, seen, { sessionId, projectKey, toolUseId, at }, where);
}

/** False when this call was observed before. */
export function recordObservation(
  store: Store,
  seen: Observation,
  about: Omit<NewObservation, keyof Observation>,
  where: RunPlace = { dir: null, agentId: null, tree: null },
): boolean {
  const { sessionId } = about;
  const fixed = canFix(seen) ? listOpenFailures(store, sessionId, seen.subject) : [];
  const [first] = fixed;
  const observation = first
    ? describeFix(seen, first, listFilesChangedAfter(store, sessionId, first.id))
    : seen;
  const id = insertObservation(store, { ...observation, ...about });
  if (id === null) return false;
  if (seen.run) insertRun(store, { ...seen.run, ...about, ...where });
  for (const failure of fixed) markFixed(store, failure.id, id);
  return true;
}

/** A test run with an unknown result fixes nothing. */
function canFix(seen: Observation): seen is Observation & { subject: string } {
  const { subject, kind, run } = seen;
  if (subject === null || kind === "failure" || kind === "search") return false;
  return (run?.state === "green" && run.evidence === "summary") || !isTestCommand(subject);
}

/** Turns the observation into a fix, with the earlier failure and the files changed in between. */
export function describeFix(
  observation: Observation,
  first: OpenFailure,
  changedFiles: readonly string[],
): Observation {
  const why = errorExcerpt(first.summary, MAX_WHY);
  const changed = changedFiles.length > 0 ? [`Changed in between: ${changedFiles.join(", ")}`] : [];
  const files = [...new Set([...observation.files, ...changedFiles])];
  const isCommit = observation.kind === "commit";
  return {
    ...observation,
    // A commit that a hook first refused remains a commit.
    kind: isCommit ? "commit" : "fix",
    title: isCommit ? observation.title : `Fixed: ${observation.title}`.slice(0, 160),
    summary: [`Before: ${first.title}`, ...changed, why, observation.summary].filter(Boolean).join("\n"),
    files,
  };
}
