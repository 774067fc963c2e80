// Commands a person vouched for: by writing them into their own config, or by trusting the project's.
import type { Environment } from "../config/environment.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { readTrustedCommands } from "../config/trust.ts";
import { listStages } from "../quality/check.ts";
import { permittedStages, whyRefused } from "./permitted-stages.ts";

type Env = Pick<Environment, "holdfastHome">;

export const ASK_FOR_TRUST = "Run `holdfast trust` yourself if it may run.";

/** Why the commands of a list in the config may not run; null when they may. */
export async function whyListRefused(
  env: Env,
  loaded: LoadedConfig,
  projectDir: string,
  key: string,
): Promise<"untrusted" | "changed" | null> {
  return loaded.origins.get(key) === "user" ? null : whyRefused(env, loaded, projectDir);
}

/** May a command run that stands somewhere Claude can write? Only when it is, word for word, one that was vouched for. */
export async function isVouchedFor(
  env: Env,
  loaded: LoadedConfig,
  projectDir: string,
  command: string,
): Promise<boolean> {
  const { tasks, quality } = loaded.config;
  if (tasks.verify.includes(command))
    return (await whyListRefused(env, loaded, projectDir, "tasks.verify")) === null;
  if (listStages(quality).some(({ checks }) => checks.some(({ run }) => run === command))) {
    const { stages } = await permittedStages(env, loaded, projectDir);
    return stages.some(({ checks }) => checks.some(({ run }) => run === command));
  }
  return (await readTrustedCommands(env, projectDir))(command);
}
