import type { GatedEvent } from "../protocol/hook-event.ts";
import { namesOtherSession } from "../state/fields.ts";
import { parseQualityFile, type QualityFile, qualityFilePath } from "../state/quality-file.ts";
import { readStateFile } from "../state/read-state-file.ts";
import { sessionStateDir, stateDir } from "../state/state-dir.ts";
import type { HookContext } from "./context.ts";
import type { Known } from "./gather-facts.ts";
import { noteFaultOnce } from "./note-fault-once.ts";

/** The word of whoever runs this session's checks. */
export async function gatherQuality(
  context: HookContext<GatedEvent>,
  known: Known,
): Promise<QualityFile | null> {
  const { sessionId } = context.event;
  const folder = sessionStateDir(stateDir(context.env, known.loaded), sessionId);
  if (sessionId === null || folder === null) return null;
  const read = await readStateFile(qualityFilePath(folder));
  if (read.state === "absent") return null;
  if (read.state === "read" && !namesOtherSession(read.fields, sessionId))
    return parseQualityFile(read.fields);
  const problem = read.state === "broken" ? read.problem : "quality-gate.json names another session";
  await noteFaultOnce(context, known.store, "state", problem);
  return null;
}
