import { hintFor } from "../../config/check-config.ts";
import { describeProblem } from "../../config/config-problem.ts";
import type { Environment } from "../../config/environment.ts";
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { mergeLayer } from "../../config/merge-layer.ts";
import type { Config } from "../../config/schema.ts";
import { PRESETS, type PresetName } from "../../config/schema.ts";
import { readSmallFile, type SmallFile } from "../../platform/files.ts";
import { printable } from "../../text/printable.ts";
import { UserError } from "../../text/user-error.ts";

/** Settings to try on past sessions. */
export interface Policy {
  name: string;
  config: Config;
  triage: Config["triage"];
}

/** The effective settings of a project. */
export async function loadEffectivePolicy(env: Environment, projectDir: string): Promise<Policy> {
  const loaded = await loadConfig(env, projectDir);
  refuseProblems(loaded);
  return toPolicy("in force", loaded);
}

/** A file merged over the user's own settings, as a project's file would be. */
export async function loadPolicyFile(env: Environment, name: string, path: string): Promise<Policy> {
  const content = readSmallFile(path);
  if (content.state === "absent")
    throw new UserError(
      "no-config",
      `${name} does not exist`,
      "Name a file of settings, such as .claude/holdfast.json.",
    );
  return loadLayer(env, name, path, content);
}

export async function loadPolicyPreset(env: Environment, name: PresetName): Promise<Policy> {
  return loadPolicyText(env, name, JSON.stringify(PRESETS[name]));
}

/** Like `loadPolicyFile`, for settings that are not in a file. */
async function loadPolicyText(env: Environment, name: string, text: string): Promise<Policy> {
  return loadLayer(env, name, name, { state: "read", text });
}

async function loadLayer(
  env: Environment,
  name: string,
  path: string,
  content: Exclude<SmallFile, { state: "absent" }>,
): Promise<Policy> {
  // Read as the user's own file, so that settings that a project may not set can be tried too.
  const loaded = mergeLayer(await loadConfig(env, null), { layer: "user", path, folder: null, content });
  refuseProblems(loaded);
  return toPolicy(name, loaded);
}

function toPolicy(name: string, { config }: LoadedConfig): Policy {
  return { name, config, triage: config.triage };
}

/** Hooks ignore an invalid key, but a report about unintended settings would mislead. */
function refuseProblems({ problems: [first, ...rest] }: LoadedConfig): void {
  if (!first) return;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  throw new UserError("bad-config", `${printable(describeProblem(first))}${more}`, printable(hintFor(first)));
}
