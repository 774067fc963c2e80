// The stages whose commands may run: those of the user's own config, and those of a project a person trusts.
import { formatKey } from "../config/config-problem.ts";
import type { Environment } from "../config/environment.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { readTrust } from "../config/trust.ts";
import { listStages, type Stage } from "../quality/check.ts";

export interface PermittedStages {
  stages: Stage[];
  /** Stages of the project that wait for a person, and why; null when there are none. */
  refused: "untrusted" | "changed" | null;
}

export async function permittedStages(
  env: Pick<Environment, "holdfastHome">,
  loaded: LoadedConfig,
  projectDir: string,
): Promise<PermittedStages> {
  const all = listStages(loaded.config.quality);
  const foreign = all.filter(
    ({ name }) => loaded.origins.get(formatKey(["quality", "stages", name])) !== "user",
  );
  if (foreign.length === 0) return { stages: all, refused: null };
  const refused = await whyRefused(env, loaded, projectDir);
  return { stages: refused === null ? all : all.filter((stage) => !foreign.includes(stage)), refused };
}

/** The config was read before; what was judged must be the very same text. */
export async function whyRefused(
  env: Pick<Environment, "holdfastHome">,
  loaded: LoadedConfig,
  projectDir: string,
): Promise<PermittedStages["refused"]> {
  const trust = await readTrust(env, projectDir);
  if (trust.state === "untrusted" || trust.state === "nothing") return "untrusted";
  const read = loaded.files.find(({ layer }) => layer === "project");
  const judged = trust.files.find(({ path }) => path === read?.path);
  const isSame = judged?.state === "trusted" && judged.content?.text === read?.text;
  return trust.state === "trusted" && isSame ? null : "changed";
}
