// The effective configuration: the project's files, the nearest on top, over the user's over defaults. On the hook path: never throws, no node:fs, and
// the schema is loaded only when there is a file.
import { readSmallFile, type SmallFile } from "../platform/files.ts";
import type { ConfigProblem, Layer } from "./config-problem.ts";
import { defaultConfig } from "./defaults.generated.ts";
import { type Environment, projectConfigPath, userConfigPath } from "./environment.ts";
import { findConfigFiles } from "./place.ts";
import type { Config } from "./schema.ts";

export interface ConfigFile {
  /** "older": another tool's, of which the triage section is read. */
  layer: Layer | "older";
  path: string;
  /** The folder that a project's file is about: its commands run there. */
  folder: string | null;
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
  /** The same keys → the file. */
  sources: ReadonlyMap<string, string>;
  /** Keys of a project's files that count once these are trusted. */
  waiting: readonly string[];
  /** Keys by which a project's files make holdfast hold or record less. */
  loosened: readonly string[];
  files: ConfigFile[];
}

interface FoundFile {
  layer: Layer;
  path: string;
  folder: string | null;
  content: SmallFile;
}

/** Without any file. */
export const NO_FILES: Omit<LoadedConfig, "config"> = {
  problems: [],
  origins: new Map(),
  sources: new Map(),
  waiting: [],
  loosened: [],
  files: [],
};

export async function loadConfig(
  env: Pick<Environment, "holdfastHome">,
  projectDir: string | null,
): Promise<LoadedConfig> {
  let loaded: LoadedConfig = { ...NO_FILES, config: defaultConfig() };
  for (const file of [await findUserFile(env), ...(projectDir ? await findProjectFiles(projectDir) : [])]) {
    const { content, ...about } = file;
    if (content.state !== "absent") loaded = await merge(env, loaded, { ...about, content });
    else loaded = { ...loaded, files: [...loaded.files, { ...about, state: "absent", text: "" }] };
  }
  return loaded;
}

/** Whether a file is trusted is only looked up when something in it needs that. */
async function merge(
  env: Pick<Environment, "holdfastHome">,
  lower: LoadedConfig,
  file: FoundFile & { content: Exclude<SmallFile, { state: "absent" }> },
): Promise<LoadedConfig> {
  const { mergeLayer } = await import("./merge-layer.ts");
  const merged = mergeLayer(lower, file);
  if (merged.waiting.length === lower.waiting.length) return merged;
  const { isTrustedFile } = await import("./trust.ts");
  return (await isTrustedFile(env, file)) ? mergeLayer(lower, file, true) : merged;
}

async function findUserFile(env: Pick<Environment, "holdfastHome">): Promise<FoundFile> {
  const path = userConfigPath(env);
  return { layer: "user", path, folder: null, content: await readSmallFile(path) };
}

/** Where there is none, the place for one. */
async function findProjectFiles(projectDir: string): Promise<FoundFile[]> {
  const layer = "project" as const;
  const found = await findConfigFiles(projectDir);
  if (found.length === 0)
    return [{ layer, path: projectConfigPath(projectDir), folder: projectDir, content: { state: "absent" } }];
  const { readProjectFile } = await import("../platform/project-file.ts");
  return found.map(({ path, folder, root }) => ({
    layer,
    path,
    folder,
    content: readProjectFile(root, path),
  }));
}

/** The commands of configured checks, and the stage of each. */
export function configuredChecks({ quality }: Pick<Config, "quality">): Map<string, string> {
  const stages = Object.entries(quality.stages).flatMap(([stage, checks]) =>
    checks.map(({ run }) => [run.trim(), stage] as const),
  );
  return new Map(stages.filter(([command]) => command !== ""));
}
