// What the checks look at: read once, so that all of them see the same state.

import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { databasePath, type Environment } from "../../config/environment.ts";
import { memoryPath, type Store, type StoreError, toStoreError } from "../../store/open.ts";
import { readRegularFile } from "../client-files.ts";
import { valueAt } from "../settings-value.ts";
import { collectHooks, type FoundHook, pluginHooksIn } from "./found-hooks.ts";
import { managedSettingsPath, readSources, type SettingsSource, valueInForce } from "./settings-sources.ts";

export interface DoctorContext {
  env: Environment;
  /** As the client would see them: the block cap, and what a hook inherits. */
  variables: Record<string, string | undefined>;
  projectDir: string;
  now: number;
  /** Lowest precedence first. */
  sources: SettingsSource[];
  plugin: InstalledPlugin | null;
  /** Every hook in the settings, ours and others'. */
  hooks: FoundHook[];
  /** Those of our plugin, when it is enabled. */
  pluginHooks: FoundHook[];
  /** Reports what is being done to somebody who waits. */
  progress(text: string): void;
}

interface InstalledPlugin {
  /** `holdfast@marketplace` */
  id: string;
  /** The client's copy. */
  path: string;
  enabled: boolean;
}

interface DoctorRequest extends Pick<DoctorContext, "env" | "variables" | "projectDir"> {
  managedPath?: string;
  progress?: DoctorContext["progress"];
}

export async function gatherContext({
  env,
  variables,
  projectDir,
  managedPath = managedSettingsPath(process.platform),
  progress = () => {},
}: DoctorRequest): Promise<DoctorContext> {
  const sources = await readSources(env, projectDir, managedPath);
  const plugin = await findPlugin(env, projectDir, sources);
  return {
    env,
    variables,
    projectDir,
    now: Date.now(),
    sources,
    plugin,
    hooks: sources.flatMap(({ name, value }) => collectHooks(name, value)),
    pluginHooks: plugin?.enabled ? await pluginHooksIn(plugin) : [],
    progress,
  };
}

export const NOT_REGISTERED =
  "holdfast is not registered with Claude Code, so nothing is held. Run `holdfast install`.";

/** A hook of ours in any settings the client reads here, or our plugin, be it switched off: doctor says more of that. */
export async function isRegistered(
  env: Environment,
  projectDir: string,
  managedPath = managedSettingsPath(process.platform),
): Promise<boolean> {
  const { hooks, plugin } = await gatherContext({ env, projectDir, variables: {}, managedPath });
  return plugin !== null || hooks.some(({ isOwn }) => isOwn);
}

/** As the client's own list of installed plugins names it. `--plugin-dir` leaves no trace to find. */
async function findPlugin(
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

/** undefined: absent or malformed; the client takes nothing from such a file either. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readRegularFile(path)).toString("utf8"));
  } catch {
    return undefined;
  }
}

// The database as it is: opened for reading only, never created, migrated or quarantined.

const MAX_FAULTS = 3;

type StoreReading<T> =
  | { state: "absent" }
  | { state: "read"; value: T }
  | { state: "broken"; error: StoreError };

/** Both files, as far as they exist. */
export function readStore<T>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T,
): StoreReading<T> {
  const memory = memoryPath(databasePath(env));
  return readDatabase(databasePath(env), (store) => {
    if (existsSync(memory)) store.query("ATTACH $memory AS memory").run({ memory });
    return use(store);
  });
}

/** `otherwise` where it cannot be read, which the check "database" reports. */
export function readStoreOr<T, Otherwise>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T,
  otherwise: Otherwise,
): T | Otherwise {
  const reading = readStore(env, use);
  return reading.state === "read" ? reading.value : otherwise;
}

/** One file. */
export function readDatabase<T>(path: string, use: (store: Store) => T): StoreReading<T> {
  if (!existsSync(path)) return { state: "absent" };
  try {
    const store = new Database(path, { readonly: true, strict: true });
    try {
      store.run("PRAGMA busy_timeout = 2000");
      return { state: "read", value: use(store) };
    } finally {
      store.close();
    }
  } catch (error) {
    return { state: "broken", error: toStoreError(error) };
  }
}

/** Empty when the file is whole. */
export function readIntegrity(store: Store): string[] {
  const rows = store.query(`PRAGMA integrity_check(${MAX_FAULTS})`).all() as { integrity_check: string }[];
  return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
}

export function readJournalMode(store: Store): string {
  return (store.query("PRAGMA journal_mode").get() as { journal_mode: string }).journal_mode;
}

export function readSchemaVersion(store: Store): number {
  return (store.query("PRAGMA user_version").get() as { user_version: number }).user_version;
}
