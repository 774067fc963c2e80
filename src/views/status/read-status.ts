// Reads what `holdfast status` shows.
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import type { LastStageResult } from "../../gates/quality/stage-results.ts";
import { GATES, isEnabled } from "../../gates/registry.ts";
import type { Store } from "../../store/open.ts";
import { listOpenTasks } from "../../store/tasks.ts";
import { UserError } from "../../text/user-error.ts";
import { drainFirst } from "../../upkeep/drain-first.ts";
import { readJudgeUse } from "../judge-use.ts";
import { lastStopRow } from "../stop-row.ts";
import { readSessionFacts, type SessionFacts, type StatusPlace } from "./session-facts.ts";

export type StageResult = LastStageResult;

export async function readStatus(place: StatusPlace) {
  // A broken store is reported below.
  await place.readStore((store) => drainFirst(place.env, store)).catch(() => {});
  const facts = await readSessionFacts(place);
  const { env, project, loaded, recorded } = facts;
  const gates = GATES.map(({ id }) => ({
    id,
    enabled: isEnabled(loaded.config, id),
    by: loaded.origins.get(`gates.${id}.enabled`) ?? "default",
  }));
  const { refused, stages: permitted } = hasStages(loaded)
    ? await (await import("../../gates/commands/permitted.ts")).permittedStages({
        env,
        loaded,
        projectDir: project.dir,
      })
    : { refused: null, stages: [] };
  return { ...facts, gates, refused, permitted, recorded: { ...recorded, ...(await readForStatus(facts)) } };
}

async function readForStatus({
  env,
  readStore,
  loaded,
  project: { dir: projectDir },
  recorded,
}: SessionFacts) {
  const { sessionId } = recorded;
  return readStore(async (store) => ({
    checks: await readChecks(store, env, loaded, projectDir),
    openTasks: sessionId ? listOpenTasks(store, sessionId).length : 0,
    last: sessionId ? lastStopRow(store, sessionId) : null,
    judge: await readJudgeUse(store, loaded.config, sessionId),
  })).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    return { checks: [], openTasks: 0, last: null, judge: null };
  });
}

/** Without stages, as in most projects, git is not needed. */
function hasStages({ config }: LoadedConfig): boolean {
  return Object.keys(config.quality.stages).length > 0;
}

async function readChecks(
  store: Store,
  env: Environment,
  loaded: LoadedConfig,
  projectDir: string,
): Promise<LastStageResult[]> {
  if (!hasStages(loaded)) return [];
  const { readStageResults } = await import("../../gates/quality/stage-results.ts");
  return readStageResults(store, { env, loaded, projectDir });
}
