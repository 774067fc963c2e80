// Carries out an uninstall plan. The program stays: running sessions and the plugin still call it.
import { existsSync } from "node:fs";
import { unlink } from "node:fs/promises";
import type { Environment } from "../config/environment.ts";
import { manifestPath } from "../config/paths.ts";
import { removeEmptyFolders } from "./folders.ts";
import { removeLink } from "./link.ts";
import { writeManifest } from "./manifest.ts";
import type { UninstallPlan } from "./plan-uninstall.ts";
import { freshModes } from "./scope.ts";
import { removeSettings, writeSettings } from "./write-settings.ts";
import { writing } from "./writing.ts";

/** Returns where the settings were kept as they were, if they changed. */
export async function applyUninstall(env: Environment, plan: UninstallPlan): Promise<string | null> {
  const { manifest } = plan;
  const backup = await applySettings(env, plan);
  for (const { path, action } of plan.files) {
    if (action === "remove") await writing(path, () => unlink(path));
  }
  if (plan.removesLink) await writing("the link in ~/.local/bin", () => removeLink(env));
  await removeEmptyFolders(manifest.folders);
  const rest = {
    ...manifest,
    scopes: plan.others,
    folders: manifest.folders.filter((folder) => existsSync(folder)),
  };
  await writing(manifestPath(env), () => writeManifest(env, rest));
  return backup;
}

async function applySettings(env: Environment, { settings, text }: UninstallPlan): Promise<string | null> {
  if (text === settings.text) return null;
  // The file is there, so its own mode is kept.
  return text === null
    ? removeSettings(env, settings)
    : writeSettings(env, settings, text, freshModes("user"));
}
