// The effective configuration: project file over user file over defaults. On the hook path: never throws, no node:fs, and
// the schema is loaded only when there is a file.
import { readSmallFile, type SmallFile } from "../platform/files.ts";
import type { Config } from "./config.ts";
import type { ConfigProblem, Layer } from "./config-problem.ts";
import { defaultConfig } from "./defaults.generated.ts";
import { type Environment, projectConfigPath, userConfigPath } from "./environment.ts";

export interface ConfigFile {
  /** "older": another tool's, of which the triage section is read. */
  layer: Layer | "older";
  path: string;
  /** "ignored": it exists, but nothing in it could be used. */
  state: "absent" | "read" | "ignored";
  /** Empty when it could not be read. */
  text: string;
}

export interface LoadedConfig {
  config: Config;
  problems: ConfigProblem[];
  /** `gates.lock.max` → the layer it comes from. A key that is not in it has its default. */
  origins: ReadonlyMap<string, Layer>;
  files: ConfigFile[];
}

interface FoundFile {
  layer: Layer;
  path: string;
  content: SmallFile;
}

export async function loadConfig(
  env: Pick<Environment, "holdfastHome">,
  projectDir: string | null,
): Promise<LoadedConfig> {
  const found = [await find("user", userConfigPath(env))];
  if (projectDir) found.push(await find("project", projectConfigPath(projectDir)));
  let loaded: LoadedConfig = { config: defaultConfig(), problems: [], origins: new Map(), files: [] };
  for (const file of found) {
    const { layer, path, content } = file;
    if (content.state === "absent") loaded.files.push({ layer, path, state: "absent", text: "" });
    else loaded = (await import("./merge-layer.ts")).mergeLayer(loaded, { ...file, content });
  }
  return loaded;
}

async function find(layer: Layer, path: string): Promise<FoundFile> {
  return { layer, path, content: await readSmallFile(path) };
}
