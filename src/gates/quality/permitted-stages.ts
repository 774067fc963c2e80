// The stages of the quality gate, with those of their checks that may run.

import { type ConfigPlace, permitEntries, type Refused } from "../commands/permitted-entries.ts";
import { keepChecks, listStages, type Stage } from "./check.ts";

export interface PermittedStages {
  stages: Stage[];
  refused: Refused;
}

export async function permittedStages(
  env: ConfigPlace["env"],
  loaded: ConfigPlace["loaded"],
  projectDir: string,
): Promise<PermittedStages> {
  const all = listStages(loaded.config.quality);
  const checks = all.flatMap((stage) => stage.checks);
  const { permitted, refused } = await permitEntries(
    { env, loaded, projectDir },
    checks,
    ({ stage, index }) => ["quality", "stages", stage, index],
  );
  return { stages: refused === null ? all : keepChecks(all, (check) => permitted.includes(check)), refused };
}
