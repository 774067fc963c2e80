// Merges one config file over the layers below it. Loaded only if there is a file.
import { isRecord } from "../text/unknown-values.ts";
import { describeValue } from "./check-scalar.ts";
import type { ConfigFormat, ConfigProblem, ProblemCode } from "./config-problem.ts";
import type { ConfigFile, LoadedConfig, PresentFile } from "./load-config.ts";
import { type LayerReading, readValue } from "./read-value.ts";
import type { CONFIG_SCHEMA, Config } from "./schema.ts";
import type { Spec } from "./schema-language.ts";
import { SECTIONS } from "./sections.generated.ts";

type ParsedLayer =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; code: ProblemCode; message: string };

/** A hostile file must not fill the fault log. */
const MAX_PROBLEMS = 20;
const MAX_DEPTH = 32;

const TRIAGE_KEYS = ["enabled", "mode", "max_messages", "thresholds", "categories"];
const REFLECTION_KEYS = ["enabled", "triggers", "min_turns"];

/** `isTrusted`: a person trusts the file. Otherwise keys that need trust are not used. */
export function mergeLayer(
  lower: LoadedConfig,
  { layer, format, path, folder, content }: PresentFile,
  isTrusted = layer === "user",
): LoadedConfig {
  const text = content.state === "read" ? content.text : "";
  const withFile = (state: ConfigFile["state"]) => [
    ...lower.files,
    { layer, format, path, folder, state, text },
  ];
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
  const raw = TRANSLATIONS[format](parsed.value);
  const properties: Record<string, Spec> = {};
  for (const key of Object.keys(raw)) if (isSection(key)) properties[key] = readSection(key);
  const spec = { type: "object", description: "", properties } as const;
  // `readValue` returns only values that fit the schema, from which the type derives.
  const config = readValue(spec, raw, { path: [], lower: lower.config, reading }) as Config;
  const problems = [...lower.problems, ...limitProblems(reading.problems)];
  const { origins, sources, waiting, loosened } = reading;
  return { config, problems, origins, sources, waiting, loosened, files: withFile("read") };
}

type Sections = (typeof CONFIG_SCHEMA)["properties"];

function isSection(key: string): key is keyof Sections {
  return Object.hasOwn(SECTIONS, key);
}

function readSection<K extends keyof Sections>(key: K): Sections[K] {
  return JSON.parse(SECTIONS[key]) as Sections[K];
}

/** What a file says in the keys of our schema. */
const TRANSLATIONS: Record<ConfigFormat, (file: Record<string, unknown>) => Record<string, unknown>> = {
  holdfast: (file) => file,
  "memory-config": fromMemoryConfig,
  "reflection-config": (file) => ({ reflection: pickKeys(file, REFLECTION_KEYS) }),
};

/**
 * Of a memory-config.json, the triage keys that we have too. It may write categories in lower case, and knows no limits for
 * numbers: ours apply.
 */
function fromMemoryConfig({ triage }: Record<string, unknown>): Record<string, unknown> {
  if (triage === undefined) return {};
  if (!isRecord(triage)) return { triage };
  const known = pickKeys(triage, TRIAGE_KEYS);
  const { max_messages: messages, thresholds, categories } = known;
  const limits = readSection("triage").properties;
  if (typeof messages === "number") known.max_messages = Math.min(messages, limits.max_messages.max);
  const { min } = limits.thresholds.properties.DECISION;
  const raiseTiny = (value: unknown) =>
    typeof value === "number" && value > 0 ? Math.max(value, min) : value;
  if (isRecord(thresholds)) known.thresholds = nameInUpperCase(thresholds, raiseTiny);
  if (isRecord(categories)) known.categories = nameInUpperCase(categories);
  return { triage: known };
}

function nameInUpperCase(
  categories: Record<string, unknown>,
  read = (value: unknown) => value,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(categories).map(([name, value]) => [name.toUpperCase(), read(value)]),
  );
}

function pickKeys(from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
}

/** The text of a config file as a plain object, or the reason why not. */
export function parseLayer(text: string): ParsedLayer {
  if (text.trim() === "") return { ok: false, code: "not-json", message: "the file is empty" };
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
  if (isDeeperThan(value, MAX_DEPTH))
    return { ok: false, code: "too-deep", message: `it is nested more than ${MAX_DEPTH} levels deep` };
  return { ok: true, value };
}

/** Too deep a value would overflow the stack of whatever walks it. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  for (const part of Object.values(value)) if (isDeeperThan(part, limit - 1)) return true;
  return false;
}

function limitProblems(problems: ConfigProblem[]): ConfigProblem[] {
  const first = problems[0];
  const rest = problems.length - MAX_PROBLEMS;
  if (!first || rest <= 0) return problems;
  const message = `and ${rest} more problems`;
  return [...problems.slice(0, MAX_PROBLEMS), { file: first.file, path: [], code: "too-many", message }];
}
