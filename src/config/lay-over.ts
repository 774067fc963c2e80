// One file of settings laid over what lies below it.

import type { SmallFile } from "../platform/files.ts";
import type { Config } from "./config.ts";
import type { ConfigProblem, Layer } from "./config-problem.ts";
import type { ConfigFile, LoadedConfig } from "./load-config.ts";
import { parseLayer } from "./parse-layer.ts";
import { type Reading, readValue } from "./read-value.ts";
import type { ObjectSpec, Spec } from "./schema-language.ts";
import { SPECS } from "./specs.generated.ts";

interface PresentFile {
  layer: Layer;
  path: string;
  content: Exclude<SmallFile, { state: "absent" }>;
}

/** A hostile file must not fill the fault record. */
const MAX_PROBLEMS = 20;

export function layOver(lower: LoadedConfig, { layer, path, content }: PresentFile): LoadedConfig {
  const text = content.state === "read" ? content.text : "";
  const withFile = (state: ConfigFile["state"]) => [...lower.files, { layer, path, state, text }];
  const parsed = content.state === "read" ? parseLayer(text) : { ok: false as const, ...content };
  if (!parsed.ok) {
    const problem = { file: path, path: [], code: parsed.code, message: `ignored: ${parsed.message}` };
    return { ...lower, problems: [...lower.problems, problem], files: withFile("ignored") };
  }
  const reading: Reading = { file: path, layer, problems: [], origins: new Map(lower.origins) };
  // The reader takes only values that fit the table, and the type derives from the table.
  const config = readValue(specFor(parsed.value), parsed.value, {
    path: [],
    lower: lower.config,
    reading,
  }) as Config;
  const problems = [...lower.problems, ...firstOf(reading.problems)];
  return { config, problems, origins: reading.origins, files: withFile("read") };
}

/** Of the table only what this file names: hooks come here. */
function specFor(raw: Record<string, unknown>): ObjectSpec {
  const properties: Record<string, Spec> = {};
  for (const key of Object.keys(raw)) {
    const make = Object.hasOwn(SPECS, key) ? SPECS[key] : undefined;
    if (make) properties[key] = make();
  }
  return { type: "object", description: "", properties };
}

function firstOf(problems: ConfigProblem[]): ConfigProblem[] {
  const first = problems[0];
  const rest = problems.length - MAX_PROBLEMS;
  if (!first || rest <= 0) return problems;
  const more: ConfigProblem = {
    file: first.file,
    path: [],
    code: "too-many",
    message: `and ${rest} more problems`,
  };
  return [...problems.slice(0, MAX_PROBLEMS), more];
}
