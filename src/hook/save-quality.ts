// `quality-gate.json`, for people and other tools.
import type { Stage } from "../quality/check.ts";
import type { Ran } from "../quality/run-stages.ts";
import { sumUp } from "../quality/sum-up.ts";
import { parseQualityFile, qualityFilePath, renderQualityFile } from "../state/quality-file.ts";
import { readStateFile } from "../state/read-state-file.ts";
import { sessionStateDir, stateDir } from "../state/state-dir.ts";
import { writeStateFile } from "../state/write-state-file.ts";
import type { CheckRow } from "../store/check-results.ts";
import { noteFault } from "./context.ts";
import type { StageCase } from "./judge-stages.ts";

/** Never throws: the rows are what counts. */
export async function saveQuality(
  { context, known }: Pick<StageCase, "context" | "known">,
  stages: readonly Stage[],
  ran: readonly Ran<CheckRow>[],
): Promise<void> {
  const { sessionId } = context.event;
  const folder = sessionStateDir(stateDir(context.env, known.loaded), sessionId);
  if (sessionId === null || folder === null) return;
  try {
    const path = qualityFilePath(folder);
    const read = await readStateFile(path);
    const before = read.state === "read" ? read.fields : {};
    const quality = sumUp(stages, ran, parseQualityFile(before).stages);
    writeStateFile(path, renderQualityFile({ ...quality, sessionId, updatedAt: Date.now() }, before));
  } catch (error) {
    await noteFault(context, "state", error);
  }
}
