// What the checks look at: read once, so that all of them judge the same state.
import type { Environment } from "../../config/environment.ts";
import { type FoundHook, hooksIn, pluginHooksIn } from "./found-hooks.ts";
import { findPlugin, type InstalledPlugin } from "./installed-plugin.ts";
import { managedSettingsPath, readSources, type SettingsSource } from "./settings-sources.ts";

export interface DoctorContext {
  env: Environment;
  /** As the client would see them: the block cap, and what a hook inherits. */
  variables: Variables;
  projectDir: string;
  now: number;
  /** Lowest precedence first. */
  sources: SettingsSource[];
  plugin: InstalledPlugin | null;
  /** Every hook of the settings, ours and others'. */
  hooks: FoundHook[];
  /** Ours in the plugin, when it is switched on. */
  pluginHooks: FoundHook[];
  /** Says what is being done, to somebody who waits. */
  progress(text: string): void;
}

export type Variables = Record<string, string | undefined>;

export interface Look {
  env: Environment;
  variables: Variables;
  projectDir: string;
  managedPath?: string;
  progress?: (text: string) => void;
}

export async function gatherContext(look: Look): Promise<DoctorContext> {
  const { env, variables, projectDir } = look;
  const sources = await readSources(
    env,
    projectDir,
    look.managedPath ?? managedSettingsPath(process.platform),
  );
  const plugin = await findPlugin(env, projectDir, sources);
  return {
    env,
    variables,
    projectDir,
    now: Date.now(),
    sources,
    plugin,
    hooks: sources.flatMap(hooksIn),
    pluginHooks: plugin?.enabled ? await pluginHooksIn(plugin) : [],
    progress: look.progress ?? (() => {}),
  };
}
