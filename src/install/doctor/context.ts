// The state that the checks examine, read once so that all of them see the same.
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { databasePath, type Environment } from "../../config/environment.ts";
import { memoryPath, type Store, type StoreError, toStoreError } from "../../store/open.ts";
import { readRegularFile } from "../client-files.ts";
import { readManifest } from "../manifest.ts";
import { valueAt } from "../settings-value.ts";
import { collectHooks, type FoundHook, readPluginHooks } from "./found-hooks.ts";
import { effectiveValue, managedSettingsPath, readSources, type SettingsSource } from "./settings-sources.ts";

export interface DoctorContext {
  env: Environment;
  /** The environment variables as the client sees them. */
  variables: Record<string, string | undefined>;
  projectDir: string;
  now: number;
  /** Lowest precedence first. */
  sources: SettingsSource[];
  plugin: InstalledPlugin | null;
  /** Every hook in the settings, ours and others'. */
  hooks: FoundHook[];
  /** The hooks of our plugin, if it is enabled. */
  pluginHooks: FoundHook[];
  /** holdfast was installed in another agent than Claude Code. */
  inOtherAgents: boolean;
  /** Shows the current step to a person who waits. */
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
    pluginHooks: plugin?.enabled ? await readPluginHooks(plugin) : [],
    inOtherAgents: await isInOtherAgents(env),
    progress,
  };
}

export const NOT_REGISTERED =
  "holdfast is not registered with Claude Code, so nothing is held. Run `holdfast install`.";

/**
 * True for a hook of ours in any settings that the client reads here, for our plugin, even if it is disabled, and for an install
 * in another agent.
 */
export async function isRegistered(env: Environment, projectDir: string): Promise<boolean> {
  const { hooks, plugin, inOtherAgents } = await gatherContext({ env, projectDir, variables: {} });
  return plugin !== null || inOtherAgents || hooks.some(({ isOwn }) => isOwn);
}

async function isInOtherAgents(env: Environment): Promise<boolean> {
  const { manifest } = await readManifest(env);
  return Object.values(manifest.agents ?? {}).some(({ isWanted }) => isWanted);
}

/** Looks in the client's list of installed plugins. A plugin loaded by `--plugin-dir` cannot be found. */
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
    .flatMap(({ id, copy }) => {
      const path = valueAt(copy, ["installPath"]);
      const enabled = effectiveValue(sources, ["enabledPlugins", id])?.value === true;
      return typeof path === "string" ? [{ id, path, enabled }] : [];
    });
  return found.find((plugin) => plugin.enabled) ?? found[0] ?? null;
}

/** undefined when the file is absent or malformed; the client ignores such a file too. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readRegularFile(path)).toString("utf8"));
  } catch {
    return undefined;
  }
}

type StoreReading<T> =
  | { state: "absent" }
  | { state: "read"; value: T }
  | { state: "broken"; error: StoreError };

/** Opens both database files for reading only: never creates, migrates or quarantines them. */
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

/** Returns `otherwise` when the database cannot be read, which the check "database" reports. */
export function readStoreOr<T, Otherwise>(
  env: Pick<Environment, "holdfastHome">,
  use: (store: Store) => T,
  otherwise: Otherwise,
): T | Otherwise {
  const reading = readStore(env, use);
  return reading.state === "read" ? reading.value : otherwise;
}

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

export function readSchemaVersion(store: Store): number {
  return (store.query("PRAGMA user_version").get() as { user_version: number }).user_version;
}
