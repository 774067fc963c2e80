// Merges one config file over the layers below it. Loaded only if there is a file.
import { isRecord } from "../text/unknown-values.ts";
import { describeValue } from "./check-scalar.ts";
import type { ConfigProblem, ProblemCode } from "./config-problem.ts";
import type { ConfigFile, LoadedConfig, PresentFile } from "./load-config.ts";
import { type LayerReading, readValue } from "./read-value.ts";
import { CONFIG_SCHEMA, type Config } from "./schema.ts";

type ParsedLayer =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; code: ProblemCode; message: string };

/** A hostile file must not fill the fault log. */
const MAX_PROBLEMS = 20;
const MAX_DEPTH = 32;

/** `isTrusted`: a person trusts the file. Otherwise keys that need trust are not used. */
export function mergeLayer(
  lower: LoadedConfig,
  { layer, path, folder, content }: PresentFile,
  isTrusted = layer === "user",
): LoadedConfig {
  const text = content.state === "read" ? content.text : "";
  const withFile = (state: ConfigFile["state"]) => [...lower.files, { layer, path, folder, state, text }];
  const parsed = content.state === "read" ? parseLayer(text) : { ok: false as const, ...content };
  if (!parsed.ok) {
    const problem = { file: path, path: [], code: parsed.code, message: `ignored: ${parsed.message}` };
    return { ...lower, problems: [...lower.problems, problem], files: withFile("ignored") };
  }
  const reading: LayerReading = {
    file: path,
    layer,
    problems: [],
    origins: new Map(lower.origins),
    sources: new Map(lower.sources),
    isTrusted,
    waiting: [...lower.waiting],
    loosened: [...lower.loosened],
  };
  // `readValue` returns only values that fit the schema, from which the type derives.
  const config = readValue(CONFIG_SCHEMA, parsed.value, { path: [], lower: lower.config, reading }) as Config;
  const problems = [...lower.problems, ...limitProblems(reading.problems)];
  const { origins, sources, waiting, loosened } = reading;
  return { config, problems, origins, sources, waiting, loosened, files: withFile("read") };
}

/** The text of a config file as a plain object, or the reason why not. */
export function parseLayer(text: string): ParsedLayer {
  if (text.trim() === "") return { ok: false, code: "not-json", message: "the file is empty" };
  if (isDeeperThan(text, MAX_DEPTH)) {
    return { ok: false, code: "too-deep", message: `it is nested more than ${MAX_DEPTH} levels deep` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, code: "not-json", message: "it is not valid JSON" };
  }
  if (!isRecord(value)) {
    const message = `expected an object { … } as the whole file, got ${describeValue(value)}`;
    return { ok: false, code: "not-an-object", message };
  }
  return { ok: true, value };
}

/** Like jsonc-parser, ends a string at the end of its line, so that an unclosed string hides nothing. */
function isDeeperThan(text: string, limit: number): boolean {
  // Quick check: most files have fewer brackets than the limit.
  if (text.split("{").length + text.split("[").length - 2 <= limit) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (inString) {
      if (character === "\\") i++;
      else if (character === '"' || character === "\n" || character === "\r") inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    if (depth > limit) return true;
  }
  return false;
}

function limitProblems(problems: ConfigProblem[]): ConfigProblem[] {
  const first = problems[0];
  const rest = problems.length - MAX_PROBLEMS;
  if (!first || rest <= 0) return problems;
  const message = `and ${rest} more problems`;
  return [...problems.slice(0, MAX_PROBLEMS), { file: first.file, path: [], code: "too-many", message }];
}
