// Commands a person vouched for: by writing them into their own config, or by trusting the project's.
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { readTrustedCommands } from "../../config/trust.ts";
import { listStages } from "../quality/check.ts";
import { permittedStages } from "../quality/permitted-stages.ts";
import { permitEntries } from "./permitted-entries.ts";

export const ASK_FOR_TRUST = "Run `holdfast trust` yourself if it may run.";

/** May a command run that stands somewhere Claude can write? Only when it is, word for word, one that was vouched for. */
export async function isVouchedFor(
  env: Pick<Environment, "holdfastHome">,
  loaded: LoadedConfig,
  projectDir: string,
  command: string,
): Promise<boolean> {
  const { tasks, quality } = loaded.config;
  const listed = tasks.verify.flatMap((one, index) => (one === command ? [index] : []));
  if (listed.length > 0) {
    const place = { env, loaded, projectDir };
    const { permitted } = await permitEntries(place, listed, (index) => ["tasks", "verify", index]);
    if (permitted.length > 0) return true;
  }
  if (listStages(quality).some(({ checks }) => checks.some(({ run }) => run === command))) {
    const { stages } = await permittedStages(env, loaded, projectDir);
    return stages.some(({ checks }) => checks.some(({ run }) => run === command));
  }
  return (await readTrustedCommands(env, projectDir))(command);
}
