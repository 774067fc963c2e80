// Which commands may run: those a person vouched for, by writing them into their own config or by trusting the project's.
import { formatKey, type KeyPath } from "../../config/config-problem.ts";
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { readTrust, readTrustedCommands } from "../../config/trust.ts";
import { keepChecks, listStages, type Stage } from "./check.ts";

/** Why entries of the project wait for a person; null when none does. */
export type Refused = "untrusted" | "changed" | null;

export interface ConfigPlace {
  env: Pick<Environment, "holdfastHome">;
  loaded: LoadedConfig;
  projectDir: string;
}

/** Each entry is judged by the file it comes from: a list may have entries of both. */
export async function permitEntries<T>(
  place: ConfigPlace,
  entries: readonly T[],
  keyOf: (entry: T) => KeyPath,
): Promise<{ permitted: readonly T[]; refused: Refused }> {
  const own = entries.filter((entry) => place.loaded.origins.get(formatKey(keyOf(entry))) === "user");
  if (own.length === entries.length) return { permitted: entries, refused: null };
  const refused = await whyRefused(place);
  return { permitted: refused === null ? entries : own, refused };
}

/** The config was read before; what was judged must be the very same text. */
async function whyRefused({ env, loaded, projectDir }: ConfigPlace): Promise<Refused> {
  const trust = await readTrust(env, projectDir);
  if (trust.state === "untrusted" || trust.state === "nothing") return "untrusted";
  const read = loaded.files.find(({ layer }) => layer === "project");
  const judged = trust.files.find(({ path }) => path === read?.path);
  const isSame = judged?.state === "trusted" && judged.content?.text === read?.text;
  return trust.state === "trusted" && isSame ? null : "changed";
}

export interface PermittedStages {
  stages: Stage[];
  refused: Refused;
}

/** The stages of the quality gate, with those of their checks that may run. */
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
