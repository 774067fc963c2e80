import { hintFor } from "../../config/check-config.ts";
import { describeProblem } from "../../config/config-problem.ts";
import type { Environment } from "../../config/environment.ts";
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { mergeLayer } from "../../config/merge-layer.ts";
import { type Config, PRESETS, type PresetName } from "../../config/schema.ts";
import { readSmallFile, type SmallFile } from "../../platform/files.ts";
import { printable } from "../../text/printable.ts";
import { UserError } from "../../text/user-error.ts";

/** The current settings of a project. */
export async function loadCurrentSettings(env: Environment, projectDir: string): Promise<Config> {
  return refuseProblems(await loadConfig(env, projectDir));
}

/** A file, or a preset of `init`, merged over the user's own settings as a project's file would be. */
export async function loadSettings(env: Environment, name: string, path: string): Promise<Config> {
  const content: SmallFile = Object.hasOwn(PRESETS, name)
    ? { state: "read", text: JSON.stringify(PRESETS[name as PresetName]) }
    : readSmallFile(path);
  if (content.state === "absent")
    throw new UserError(
      "no-config",
      `${name} does not exist`,
      "Name a file of settings, such as .claude/holdfast.json.",
    );
  // Read as the user's own file, so that settings that a project may not set can be tried too.
  return refuseProblems(
    mergeLayer(await loadConfig(env, null), {
      layer: "user",
      format: "holdfast",
      path,
      folder: null,
      content,
    }),
  );
}

/** Hooks ignore an invalid key, but a report about unintended settings would mislead. */
function refuseProblems({ config, problems: [first, ...rest] }: LoadedConfig): Config {
  if (!first) return config;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  throw new UserError("bad-config", `${printable(describeProblem(first))}${more}`, printable(hintFor(first)));
}
