// Which entries of the config may run commands: those of the user's own file, and those of a project a person trusts.
import { formatKey, type KeyPath } from "../../config/config-problem.ts";
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { readTrust } from "../../config/trust.ts";

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
