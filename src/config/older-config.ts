// An older tool's memory-config.json, whose triage section applies where holdfast's own files set nothing.
import type { SmallFile } from "../platform/files.ts";
import { projectTop, readProjectFile } from "../platform/project-file.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { describeValue } from "./check-scalar.ts";
import type { ConfigProblem, Layer, ProblemCode } from "./config-problem.ts";
import { olderMemoryConfigPath } from "./environment.ts";
import type { ConfigFile, LoadedConfig } from "./load-config.ts";
import type { Config } from "./schema.ts";

interface ConfigWithOlder extends Omit<LoadedConfig, "origins"> {
  origins: ReadonlyMap<string, Layer | "older">;
}

type TriageSettings = Config["triage"];

/** The effective triage settings: holdfast's own files over the older file over the defaults. */
export function loadTriageSettings(
  { config, origins }: Pick<LoadedConfig, "config" | "origins">,
  projectDir: string | null,
): TriageSettings {
  const { thresholds, categories } = config.triage;
  const settings = { ...config.triage, thresholds: { ...thresholds }, categories: { ...categories } };
  if (projectDir !== null)
    applyOlder(settings, readOlderSection(projectDir), (key) => !origins.has(`triage.${key}`));
  return settings;
}

/** The whole config with the older file as its lowest layer, for commands that show where a value comes from. */
export async function addOlderLayer(
  loaded: LoadedConfig,
  projectDir: string | null,
): Promise<ConfigWithOlder> {
  if (projectDir === null) return loaded;
  const path = olderMemoryConfigPath(projectDir);
  const content = readOlderFile(projectDir, path);
  if (content.state === "absent") return loaded;
  const text = content.state === "read" ? content.text : "";
  // Loads the schema, which hooks that need only the triage settings avoid.
  const { parseLayer } = await import("./merge-layer.ts");
  const parsed = content.state === "read" ? parseLayer(text) : { ok: false as const, ...content };
  const withFile = (state: ConfigFile["state"], problems: ConfigProblem[]) => ({
    files: [...loaded.files, { layer: "older" as const, path, folder: null, state, text }],
    problems: [...loaded.problems, ...problems],
  });
  if (!parsed.ok) {
    const { code, message } = parsed;
    return {
      ...loaded,
      ...withFile("ignored", [{ file: path, path: [], code, message: `ignored: ${message}` }]),
    };
  }
  const { triage: section } = parsed.value;
  if (section === undefined) return { ...loaded, ...withFile("read", []) };
  if (!isRecord(section)) {
    const problem = notAnObject(path, ["triage"], section);
    return { ...loaded, ...withFile("read", [problem]) };
  }
  const triage = structuredClone(loaded.config.triage);
  const valid = new Set<string>();
  const origins = new Map<string, Layer | "older">(loaded.origins);
  applyOlder(triage, section, (key) => {
    valid.add(key);
    if (loaded.origins.has(`triage.${key}`)) return false;
    origins.set(`triage.${key}`, "older");
    return true;
  });
  const problems = findProblems(path, section, valid, Object.keys(triage.thresholds));
  return { ...loaded, config: { ...loaded.config, triage }, origins, ...withFile("read", problems) };
}

/** `mayApply` is called once for each valid value, with its key in our spelling. */
function applyOlder(
  settings: TriageSettings,
  older: Record<string, unknown>,
  mayApply: (key: string) => boolean,
): void {
  if (typeof older.enabled === "boolean" && mayApply("enabled")) settings.enabled = older.enabled;
  const messages = older.max_messages;
  if (typeof messages === "number" && Number.isInteger(messages) && messages >= 1 && mayApply("max_messages"))
    settings.max_messages = Math.min(1000, messages);
  for (const [name, value] of Object.entries(recordOrEmpty(older.thresholds))) {
    const key = name.toUpperCase() as keyof TriageSettings["thresholds"];
    if (!(key in settings.thresholds) || typeof value !== "number" || !(value > 0 && value <= 1)) continue;
    if (mayApply(`thresholds.${key}`)) settings.thresholds[key] = value;
  }
}

/** A broken file is ignored, as its own tool does; `config check` reports it. */
function readOlderSection(projectDir: string): Record<string, unknown> {
  const file = readOlderFile(projectDir, olderMemoryConfigPath(projectDir));
  return file.state === "read" ? recordOrEmpty(recordOrEmpty(parseJson(file.text)).triage) : {};
}

function readOlderFile(projectDir: string, path: string): SmallFile {
  return readProjectFile(projectTop(projectDir), path);
}

function recordOrEmpty(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Ignores keys that only the other tool knows. */
function findProblems(
  file: string,
  section: Record<string, unknown>,
  valid: ReadonlySet<string>,
  categories: readonly string[],
): ConfigProblem[] {
  const { enabled, max_messages: messages, thresholds } = section;
  const problems: ConfigProblem[] = [];
  const add = (path: string[], code: ProblemCode, message: string) =>
    problems.push({ file, path: ["triage", ...path], code, message });
  const expect = (path: string[], what: string, value: unknown) =>
    add(path, "wrong-type", `expected ${what}, got ${describeValue(value)}`);
  if (enabled !== undefined && !valid.has("enabled")) expect(["enabled"], "true or false", enabled);
  if (messages !== undefined && !valid.has("max_messages"))
    expect(["max_messages"], "a whole number from 1 to 1000", messages);
  if (thresholds === undefined) return problems;
  if (!isRecord(thresholds)) return [...problems, notAnObject(file, ["triage", "thresholds"], thresholds)];
  for (const [name, value] of Object.entries(thresholds)) {
    const key = name.toUpperCase();
    if (!categories.includes(key)) add(["thresholds", name], "unknown-key", "there is no such category");
    else if (!valid.has(`thresholds.${key}`))
      expect(["thresholds", name], "a number above 0, at most 1", value);
  }
  return problems;
}

function notAnObject(file: string, path: string[], value: unknown): ConfigProblem {
  return { file, path, code: "wrong-type", message: `expected an object { … }, got ${describeValue(value)}` };
}
