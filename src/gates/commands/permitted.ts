// Decides which commands may run: those from the user's own config, and those from a project's config that the user trusts.

import { formatKey, type KeyPath } from "../../config/config-problem.ts";
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { readTrust, readTrustedCommands, type Trust } from "../../config/trust.ts";
import { type Check, commandFolder, keepChecks, listStages, type Stage } from "./check.ts";

/** Why entries of the project may not run; null when all may. */
export type RefusalReason = "untrusted" | "changed" | null;

export interface ConfigPlace {
  env: Pick<Environment, "holdfastHome">;
  loaded: LoadedConfig;
  projectDir: string;
}

/** Each entry is judged by its config file, because a list may have entries from several files. */
export async function permitEntries<T>(
  place: ConfigPlace,
  entries: readonly T[],
  keyOf: (entry: T) => KeyPath,
): Promise<{ permitted: readonly T[]; refused: RefusalReason }> {
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

/** The trusted text must be identical to the config text that was read. */
function whyRefused(trust: Trust, { files }: LoadedConfig, source: string): RefusalReason {
  if (trust.state === "untrusted" || trust.state === "nothing") return "untrusted";
  const read = files.find(({ path }) => path === source);
  const judged = trust.files.find(({ path }) => path === source);
  const isSame = judged?.state === "trusted" && judged.content?.text === read?.text;
  return isSame ? null : "changed";
}

export interface PermittedStages {
  stages: Stage[];
  refused: RefusalReason;
}

/** The stages of the quality gate, with only the checks that may run. */
export async function permittedStages(place: ConfigPlace): Promise<PermittedStages> {
  const all = listStages(place.loaded, place.projectDir);
  const checks = all.flatMap((stage) => stage.checks);
  const keyOf = ({ stage, index }: Check) => ["quality", "stages", stage, index];
  const { permitted, refused } = await permitEntries(place, checks, keyOf);
  return { stages: refused === null ? all : keepChecks(all, (check) => permitted.includes(check)), refused };
}

export const ASK_FOR_TRUST = "To let it run, run `holdfast trust` yourself.";

/**
 * The folder for a command from a place where Claude can write. The command must be identical to one that the user trusts;
 * otherwise null: it may not run.
 */
export async function findVouchedFolder(place: ConfigPlace, command: string): Promise<string | null> {
  const { env, loaded, projectDir } = place;
  const { tasks } = loaded.config;
  const listed = tasks.verify.flatMap((entry, index) => (entry === command ? [index] : []));
  if (listed.length > 0) {
    const keyOf = (index: number) => ["tasks", "verify", index];
    const { permitted } = await permitEntries(place, listed, keyOf);
    if (permitted[0] !== undefined) return commandFolder(loaded, keyOf(permitted[0]), projectDir);
  }
  if (listStages(loaded, projectDir).some(({ checks }) => checks.some(({ run }) => run === command))) {
    const { stages } = await permittedStages(place);
    const check = stages.flatMap(({ checks }) => checks).find(({ run }) => run === command);
    return check?.folder ?? null;
  }
  return (await readTrustedCommands(env, projectDir))(command) ? projectDir : null;
}
