// The effective configuration: project file over user file over defaults. On the hook path: never throws, no node:fs.
import type { Config } from "./config.ts";
import type { ConfigProblem, Layer } from "./config-problem.ts";
import { defaultConfig } from "./defaults.ts";
import type { Environment } from "./environment.ts";
import { parseLayer } from "./parse-layer.ts";
import { projectConfigPath, userConfigPath } from "./paths.ts";
import { readSmallFile, type SmallFile } from "./read-small-file.ts";
import { type Reading, readValue } from "./read-value.ts";
import { CONFIG_SCHEMA } from "./schema.ts";

export interface ConfigFile {
  layer: Layer;
  path: string;
  /** "ignored": it is there, but nothing in it could be used. */
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

/** A hostile file must not fill the fault record. */
const MOST_PROBLEMS = 20;

export async function loadConfig(
  env: Pick<Environment, "holdfastHome">,
  projectDir: string | null,
): Promise<LoadedConfig> {
  const places: [Layer, string][] = [["user", userConfigPath(env)]];
  if (projectDir) places.push(["project", projectConfigPath(projectDir)]);
  const found = await Promise.all(
    places.map(async ([layer, path]) => ({ layer, path, content: await readSmallFile(path) })),
  );
  let loaded: LoadedConfig = { config: defaultConfig(), problems: [], origins: new Map(), files: [] };
  for (const file of found) loaded = layOver(loaded, file);
  return loaded;
}

interface FoundFile {
  layer: Layer;
  path: string;
  content: SmallFile;
}

function layOver(lower: LoadedConfig, { layer, path, content }: FoundFile): LoadedConfig {
  const text = content.state === "read" ? content.text : "";
  const withFile = (state: ConfigFile["state"]) => [...lower.files, { layer, path, state, text }];
  if (content.state === "absent") return { ...lower, files: withFile("absent") };
  const parsed = content.state === "read" ? parseLayer(text) : { ok: false as const, ...content };
  if (!parsed.ok) {
    const problem = { file: path, path: [], code: parsed.code, message: `ignored: ${parsed.message}` };
    return { ...lower, problems: [...lower.problems, problem], files: withFile("ignored") };
  }
  const reading: Reading = { file: path, layer, problems: [], origins: new Map(lower.origins) };
  // The reader takes only values that fit the table, and the type derives from the table.
  const config = readValue(CONFIG_SCHEMA, parsed.value, { path: [], lower: lower.config, reading }) as Config;
  const problems = [...lower.problems, ...firstOf(reading.problems)];
  return { config, problems, origins: reading.origins, files: withFile("read") };
}

function firstOf(problems: ConfigProblem[]): ConfigProblem[] {
  const first = problems[0];
  const rest = problems.length - MOST_PROBLEMS;
  if (!first || rest <= 0) return problems;
  const more: ConfigProblem = {
    file: first.file,
    path: [],
    code: "too-many",
    message: `and ${rest} more problems`,
  };
  return [...problems.slice(0, MOST_PROBLEMS), more];
}
