// Our plugin, as the client's own list of installed plugins names it. `--plugin-dir` leaves no trace to find.
import { readFile } from "node:fs/promises";
import type { Environment } from "../../config/environment.ts";
import { valueAt } from "../settings-value.ts";
import { type SettingsSource, valueInForce } from "./settings-sources.ts";

export interface InstalledPlugin {
  /** `holdfast@marketplace` */
  id: string;
  /** The client's copy. */
  path: string;
  enabled: boolean;
}

export async function findPlugin(
  env: Pick<Environment, "claudeDir">,
  projectDir: string,
  sources: readonly SettingsSource[],
): Promise<InstalledPlugin | null> {
  const plugins = valueAt(await readJson(`${env.claudeDir}/plugins/installed_plugins.json`), ["plugins"]);
  const found = Object.entries(plugins ?? {})
    .filter(([id]) => id.split("@")[0] === "holdfast")
    .flatMap(([id, copies]) => (Array.isArray(copies) ? copies : []).map((copy: unknown) => ({ id, copy })))
    .filter(({ copy }) =>
      [undefined, projectDir].includes(valueAt(copy, ["projectPath"]) as string | undefined),
    )
    .flatMap(({ id, copy }) => describe(id, copy, sources));
  return found.find((plugin) => plugin.enabled) ?? found[0] ?? null;
}

function describe(id: string, copy: unknown, sources: readonly SettingsSource[]): InstalledPlugin[] {
  const path = valueAt(copy, ["installPath"]);
  if (typeof path !== "string") return [];
  return [{ id, path, enabled: valueInForce(sources, ["enabledPlugins", id])?.value === true }];
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined; // No list: no plugin, as far as anybody can tell.
  }
}
