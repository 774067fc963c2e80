// A flow's condition that the project's own stage can prove.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { listStages } from "../commands/check.ts";

/** The command that runs the stage of that name; null when none is configured. Whether it may run is its own matter. */
export async function stageCommand(
  env: Environment,
  projectDir: string,
  name: "correctness" | "quality",
): Promise<string | null> {
  const loaded = await loadConfig(env, projectDir);
  if (!listStages(loaded, projectDir).some((stage) => stage.name === name)) return null;
  return `${programName(env)} gate run ${name}`;
}

function programName({ path }: Environment): string {
  if (Bun.which("holdfast", { PATH: path }) !== null) return "holdfast";
  return `'${process.execPath.replaceAll("'", "'\\''")}'`;
}
