// Which commands may run: those a person vouched for, by writing them into their own config or by trusting the project's.

import { formatKey, type KeyPath } from "../../config/config-problem.ts";
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { readTrust, readTrustedCommands, type Trust } from "../../config/trust.ts";
import { commandFolder, keepChecks, listStages, type Stage } from "./check.ts";

/** Why entries of the project wait for a person; null when none does. */
export type Refused = "untrusted" | "changed" | null;

export interface ConfigPlace {
  env: Pick<Environment, "holdfastHome">;
  loaded: LoadedConfig;
  projectDir: string;
}

/** Each entry is judged by the file it comes from: a list may have entries of several. */
export async function permitEntries<T>(
  place: ConfigPlace,
  entries: readonly T[],
  keyOf: (entry: T) => KeyPath,
): Promise<{ permitted: readonly T[]; refused: Refused }> {
  const { origins, sources } = place.loaded;
  const isOwn = (entry: T) => origins.get(formatKey(keyOf(entry))) === "user";
  if (entries.every(isOwn)) return { permitted: entries, refused: null };
  const trust = await readTrust(place.env, place.projectDir);
  const judged = entries.map((entry) => {
    const source = sources.get(formatKey(keyOf(entry))) ?? "";
    return { entry, refused: isOwn(entry) ? null : whyRefused(trust, place.loaded, source) };
  });
  return {
    permitted: judged.filter(({ refused }) => refused === null).map(({ entry }) => entry),
    refused: judged.find(({ refused }) => refused !== null)?.refused ?? null,
  };
}

/** The config was read before; what was judged must be the very same text. */
function whyRefused(trust: Trust, { files }: LoadedConfig, source: string): Refused {
  if (trust.state === "untrusted" || trust.state === "nothing") return "untrusted";
  const read = files.find(({ path }) => path === source);
  const judged = trust.files.find(({ path }) => path === source);
  const isSame = judged?.state === "trusted" && judged.content?.text === read?.text;
  return isSame ? null : "changed";
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
  const all = listStages(loaded, projectDir);
  const checks = all.flatMap((stage) => stage.checks);
  const { permitted, refused } = await permitEntries(
    { env, loaded, projectDir },
    checks,
    ({ stage, index }) => ["quality", "stages", stage, index],
  );
  return { stages: refused === null ? all : keepChecks(all, (check) => permitted.includes(check)), refused };
}

export const ASK_FOR_TRUST = "Run `holdfast trust` yourself if it may run.";

/**
 * Where a command may run that stands somewhere Claude can write: only when it is, word for word, one that was vouched for.
 * null: nowhere.
 */
export async function findVouchedFolder(
  env: Pick<Environment, "holdfastHome">,
  loaded: LoadedConfig,
  projectDir: string,
  command: string,
): Promise<string | null> {
  const { tasks } = loaded.config;
  const listed = tasks.verify.flatMap((one, index) => (one === command ? [index] : []));
  if (listed.length > 0) {
    const place = { env, loaded, projectDir };
    const keyOf = (index: number) => ["tasks", "verify", index];
    const { permitted } = await permitEntries(place, listed, keyOf);
    if (permitted[0] !== undefined) return commandFolder(loaded, keyOf(permitted[0]), projectDir);
  }
  if (listStages(loaded, projectDir).some(({ checks }) => checks.some(({ run }) => run === command))) {
    const { stages } = await permittedStages(env, loaded, projectDir);
    const check = stages.flatMap(({ checks }) => checks).find(({ run }) => run === command);
    return check?.folder ?? null;
  }
  return (await readTrustedCommands(env, projectDir))(command) ? projectDir : null;
}
