// One recorded call: observed, and joined to the failure it fixes.

import type { Store } from "../../store/open.ts";
import type { RawCall } from "../capture/redact-call.ts";
import type { QueueRow } from "../queue/pending-queue.ts";
import { canFix, describeFix, findFixed } from "./find-fixed.ts";
import type { Observation } from "./observation.ts";
import {
  filesChangedSince,
  insertObservation,
  markFixed,
  type NewObservation,
  openFailures,
  positionAfter,
} from "./observations.ts";
import { observeCall } from "./observe-call.ts";

/** Throws on a row that cannot be read. False when the call is not worth remembering, or was known. */
export function observeRow(
  store: Store,
  row: QueueRow,
  { projectKey, at }: { projectKey: string | null; at: number },
): boolean {
  const raw = JSON.parse(row.raw_output) as RawCall;
  const seen = observeCall({
    tool: row.tool_name,
    input: raw.input,
    response: raw.response,
    error: raw.error ?? null,
    projectDir: raw.project_dir,
    files: JSON.parse(row.files_touched) as string[],
  });
  if (seen === null) return false;
  return keepObservation(store, seen, {
    sessionId: row.session_id,
    projectKey,
    toolUseId: row.tool_use_id,
    at,
  });
}

/** False when this call was observed before. */
export function keepObservation(
  store: Store,
  seen: Observation,
  about: Omit<NewObservation, keyof Observation>,
): boolean {
  const { observation, fixed } = joinFailures(store, about.sessionId, seen);
  const id = insertObservation(store, { ...observation, ...about });
  if (id === null) return false;
  for (const failure of fixed) markFixed(store, failure, id);
  return true;
}

function joinFailures(
  store: Store,
  sessionId: string,
  seen: Observation,
): { observation: Observation; fixed: number[] } {
  if (!canFix(seen)) return { observation: seen, fixed: [] };
  const open = openFailures(store, sessionId).map((failure) => ({
    ...failure,
    distance: positionAfter(store, sessionId, failure.id),
  }));
  const fixed = findFixed(seen, open);
  const [first] = fixed;
  if (!first) return { observation: seen, fixed: [] };
  const changed = filesChangedSince(store, sessionId, first.id);
  return { observation: describeFix(seen, fixed, changed), fixed: fixed.map(({ id }) => id) };
}
