// Records finished tool calls, whether a hook queued them or a transcript contains them: an observation, linked to the failures it
// fixes, a run, and the result of a background task.
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
  type TaskOutput,
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
import { observeCall } from "./observe-call.ts";

type OpenFailure = Pick<ObservationRow, "id" | "subject" | "title" | "summary">;

const MAX_WHY = 200;

/** What a finished call brings to the record. Plain data without secrets. */
export interface CallRecord {
  observation: Observation | null;
  place: RunPlace;
  /** The output of a background task, if the call showed it. */
  taskOutput: TaskOutput | null;
}

/** Of which call, and when Claude made it and got its answer. */
export interface CallOrigin {
  sessionId: string;
  projectKey: string | null;
  toolUseId: string | null;
  calledAt: number;
  answeredAt: number;
}

/** Pure. `raw`: a redacted call, from the queue or a transcript. */
export function readCall(
  tool: string,
  raw: RawCall,
  files: string[],
  configured: ConfiguredChecks,
): CallRecord {
  const { input, response, error = null, project_dir: projectDir } = raw;
  return {
    observation: observeCall({ tool, input, response, error, projectDir, files }, configured),
    place: runPlaceOf(raw),
    taskOutput: isTaskOutputTool(tool) ? readTaskOutput(raw) : null,
  };
}

/** False when the call is not worth remembering, or was recorded before. */
export function recordCall(
  store: Store,
  { observation, place, taskOutput }: CallRecord,
  { calledAt, answeredAt, ...origin }: CallOrigin,
): boolean {
  if (taskOutput) completeTask(store, origin.sessionId, taskOutput);
  if (observation === null) return false;
  // A commit exists only once git has answered; parallel agents may wait for each other.
  const at = observation.kind === "commit" ? answeredAt : calledAt;
  return recordObservation(store, observation, { ...origin, at }, place);
}

/** Throws on an unreadable row. */
export function recordQueuedCall(
  store: Store,
  row: QueueRow,
  origin: CallOrigin,
  configured: ConfiguredChecks,
): boolean {
  if (isOwnRun(row)) {
    const { calledAt: at, ...about } = origin;
    insertRun(store, { ...readOwnRun(JSON.parse(row.raw_output) as RawOwnRun), ...about, at });
    return false;
  }
  const raw = JSON.parse(row.raw_output) as RawCall;
  const files = JSON.parse(row.files_touched) as string[];
  return recordCall(store, readCall(row.tool_name, raw, files, configured), origin);
}

/** False when this call was observed before. */
function recordObservation(
  store: Store,
  seen: Observation,
  about: Omit<NewObservation, keyof Observation>,
  where: RunPlace,
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
