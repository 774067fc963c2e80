// The triage section as it holds here: holdfast's own files over an older tool's memory-config.json over the defaults.

import { pathExists, readSmallFile } from "../platform/files.ts";
import type { Config } from "./config.ts";
import type { LoadedConfig } from "./load-config.ts";
import { olderMemoryConfigPath } from "./paths.ts";

type TriageSettings = Config["triage"];

/** Off the hot path, or where triage is due: it reads one more file, when there is one. */
export async function loadTriageSettings(
  { config, origins }: Pick<LoadedConfig, "config" | "origins">,
  projectDir: string | null,
): Promise<TriageSettings> {
  const { thresholds, categories } = config.triage;
  const settings = { ...config.triage, thresholds: { ...thresholds }, categories: { ...categories } };
  const older = projectDir === null ? null : await readOlder(projectDir);
  if (older !== null) takeOlder(settings, older, (key) => !origins.has(`triage.${key}`));
  return settings;
}

/** `mayTake` is asked with the key of each value that fits, once, in our spelling. */
export function takeOlder(
  settings: TriageSettings,
  older: Record<string, unknown>,
  mayTake: (key: string) => boolean,
): void {
  if (typeof older.enabled === "boolean" && mayTake("enabled")) settings.enabled = older.enabled;
  const most = older.max_messages;
  if (typeof most === "number" && Number.isInteger(most) && most >= 1 && mayTake("max_messages"))
    settings.max_messages = Math.min(1000, most);
  for (const [name, value] of Object.entries(toRecord(older.thresholds))) {
    const key = name.toUpperCase() as keyof TriageSettings["thresholds"];
    if (!(key in settings.thresholds) || typeof value !== "number" || !(value > 0 && value <= 1)) continue;
    if (mayTake(`thresholds.${key}`)) settings.thresholds[key] = value;
  }
}

/** A broken file counts as none, as for its own tool; `config check` names what is wrong with it. */
async function readOlder(projectDir: string): Promise<Record<string, unknown> | null> {
  const path = olderMemoryConfigPath(projectDir);
  if (!pathExists(path)) return null;
  const file = await readSmallFile(path);
  if (file.state !== "read") return null;
  try {
    const { triage } = toRecord(JSON.parse(file.text));
    return triage === undefined ? null : toRecord(triage);
  } catch {
    return null;
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
