// Loads the effective configuration: the project's files (the nearest first) over the user's file over the defaults. On the hook
// path, so it never throws, does not use node:fs, and loads the schema only if there is a file.
import { readSmallFile, type SmallFile } from "../platform/files.ts";
import type { ConfigFormat, ConfigProblem, Layer } from "./config-problem.ts";
import { defaultConfig } from "./defaults.generated.ts";
import { type Environment, pausePath, projectConfigPath, trustPath, userConfigPath } from "./environment.ts";
import { findConfigFiles } from "./place.ts";
import type { Config } from "./schema.ts";

export interface ConfigFile {
  layer: Layer;
  format: ConfigFormat;
  path: string;
  /** The folder of a project's file, where its commands run. */
  folder: string | null;
  /** "ignored": the file exists, but nothing in it could be used. */
  state: "absent" | "read" | "ignored";
  /** Empty when the file could not be read. */
  text: string;
}

export interface LoadedConfig {
  config: Config;
  problems: ConfigProblem[];
  /** The layer of each key, such as `gates.lock.max`, that does not have its default. */
  origins: ReadonlyMap<string, Layer>;
  /** The file of each of these keys. */
  sources: ReadonlyMap<string, string>;
  /** Keys of a project's files that are used only once the files are trusted. */
  waiting: readonly string[];
  /** Keys with which a project's files make holdfast hold or record less. */
  loosened: readonly string[];
  files: ConfigFile[];
}

interface FoundFile {
  layer: Layer;
  format: ConfigFormat;
  path: string;
  folder: string | null;
  content: SmallFile;
}

export interface PresentFile extends FoundFile {
  content: Exclude<SmallFile, { state: "absent" }>;
}

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
  for (const file of [findUserFile(env), ...(projectDir ? await findProjectFiles(projectDir) : [])]) {
    const { content, ...about } = file;
    if (content.state !== "absent") loaded = await merge(env, loaded, { ...about, content });
    else loaded = { ...loaded, files: [...loaded.files, { ...about, state: "absent", text: "" }] };
  }
  return loaded;
}

/** Without those of other tools' files and retired settings, which only `config check` and `doctor` report. */
export function ownProblems({ problems, files }: LoadedConfig): ConfigProblem[] {
  const others = files.filter(({ format }) => format !== "holdfast").map(({ path }) => path);
  return problems.filter(({ file, code }) => code !== "retired" && !others.includes(file));
}

/** Looks up whether the file is trusted only if a key in it needs that. */
async function merge(
  env: Pick<Environment, "holdfastHome">,
  lower: LoadedConfig,
  file: PresentFile,
): Promise<LoadedConfig> {
  const { mergeLayer } = await import("./merge-layer.ts");
  const merged = mergeLayer(lower, file);
  if (merged.waiting.length === lower.waiting.length) return merged;
  const { isTrustedFile } = await import("./trust.ts");
  return (await isTrustedFile(env, file)) ? mergeLayer(lower, file, true) : merged;
}

function findUserFile(env: Pick<Environment, "holdfastHome">): FoundFile {
  const path = userConfigPath(env);
  return { layer: "user", format: "holdfast", path, folder: null, content: readSmallFile(path) };
}

/** Without any file of ours, an absent one at the default path. */
async function findProjectFiles(projectDir: string): Promise<FoundFile[]> {
  const layer = "project" as const;
  const found = await findConfigFiles(projectDir);
  const path = projectConfigPath(projectDir);
  const absent: FoundFile = {
    layer,
    format: "holdfast",
    path,
    folder: projectDir,
    content: { state: "absent" },
  };
  const none = found.some(({ format }) => format === "holdfast") ? [] : [absent];
  if (found.length === 0) return none;
  const { readProjectFile } = await import("../platform/project-file.ts");
  const present = found.map(({ path, format, folder, root }): FoundFile => {
    return { layer, format, path, folder, content: readProjectFile(root, path) };
  });
  return [...none, ...present];
}

/**
 * The guard fingerprint: trust, pauses and the active settings in one short text. If it is the same as at the session's last
 * event, nobody has changed them.
 */
export function readGuardFingerprint(env: Environment, config: Config): string {
  return [hashFile(trustPath(env)), hashFile(pausePath(env)), hash(JSON.stringify(config))].join(" ");
}

function hashFile(path: string): string {
  const file = readSmallFile(path);
  return file.state === "read" ? hash(file.text) : file.state;
}

function hash(text: string): string {
  return Bun.hash(text).toString(36);
}
