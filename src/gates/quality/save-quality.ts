// `quality-gate.json`, for people and other tools; the rows are what counts.
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { CheckRow } from "../../store/check-results.ts";
import { readStateFile, sessionStateDir, stateDir } from "../../store/state-files.ts";
import type { Stage } from "./check.ts";
import type { Ran } from "./run-stages.ts";
import { parseQualityFile, qualityFilePath, renderQualityFile } from "./state-file.ts";
import { sumUp } from "./sum-up.ts";

interface Owner {
  env: Environment;
  loaded: LoadedConfig;
  sessionId: string | null;
}

export async function saveQuality(
  { env, loaded, sessionId }: Owner,
  stages: readonly Stage[],
  ran: readonly Ran<CheckRow>[],
): Promise<void> {
  const folder = sessionStateDir(stateDir(env, loaded), sessionId);
  if (sessionId === null || folder === null) return;
  const path = qualityFilePath(folder);
  const read = await readStateFile(path);
  const before = read.state === "read" ? read.fields : {};
  const quality = sumUp(stages, ran, parseQualityFile(before).stages);
  const rendered = renderQualityFile({ ...quality, sessionId, updatedAt: Date.now() }, before);
  if (Bun.deepEquals({ ...rendered, last_updated: before.last_updated }, before)) return;
  const { writeStateFile } = await import("../../store/state-files.ts");
  await writeStateFile(path, rendered);
}
