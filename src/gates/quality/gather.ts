// The checks of this session: our own stages, else the word of another tool's file.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import { readStateFile, sessionStateDir, stateDir } from "../../store/state-files.ts";
import type { Quality } from "../engine/facts.ts";
import type { GatheredChanges } from "../engine/gather-changes.ts";
import type { Known } from "../engine/known.ts";
import { willWait } from "../engine/will-wait.ts";
import { isOwnQualityFile, parseQualityFile, type QualityFile, qualityFilePath } from "./state-file.ts";

type Gated = HookContext<GatedEvent>;

/** What all commands of one stop may take together. */
const FOREGROUND_MS = 120_000;

export async function gatherQuality(
  context: Gated,
  known: Known,
  lookAtChanges: () => Promise<GatheredChanges | null>,
): Promise<Quality | null> {
  const { projectDir } = context;
  if (projectDir === null || Object.keys(known.loaded.config.quality.stages).length === 0) {
    const file = await readForeign(context, known);
    return file && { file, refused: null, failures: [], treeMark: "" };
  }
  if (willWait(context, known)) return null;
  const changes = await lookAtChanges();
  if (changes === null || changes.files.length === 0) return null;
  const { judgeStages } = await import("./judge-stages.ts");
  const until = context.now + FOREGROUND_MS;
  return judgeStages({ context, known, changes, projectDir, background: false, until });
}

async function readForeign(context: Gated, known: Known): Promise<QualityFile | null> {
  const { sessionId } = context.event;
  const folder = sessionStateDir(stateDir(context.env, known.loaded), sessionId);
  if (sessionId === null || folder === null) return null;
  const read = await readStateFile(qualityFilePath(folder), sessionId);
  if (read.state === "broken") await noteFaultOnce(context, known.store, "state", read.problem);
  // Ours is left over from stages that are no longer configured.
  if (read.state !== "read" || isOwnQualityFile(read.fields)) return null;
  return parseQualityFile(read.fields);
}
