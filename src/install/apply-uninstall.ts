// Carries out an uninstall plan. The program stays: running sessions and the plugin still call it.
import { unlink } from "node:fs/promises";
import type { Environment } from "../config/environment.ts";
import { manifestPath } from "../config/paths.ts";
import { removeEmptyFolders } from "./folders.ts";
import { removeLink } from "./link.ts";
import { writeManifest } from "./manifest.ts";
import type { UninstallPlan } from "./plan-uninstall.ts";
import { writing } from "./unwritable.ts";
import { writeSettings } from "./write-settings.ts";

/** Returns where the settings were kept as they were, if they changed. */
export async function applyUninstall(env: Environment, plan: UninstallPlan): Promise<string | null> {
  const { settings, text, manifest } = plan;
  const backup = text === settings.text ? null : await writeSettings(env, settings, text);
  for (const { path, action } of plan.files) {
    if (action === "remove") await writing(path, () => unlink(path));
  }
  if (plan.removesLink) await writing("the link in ~/.local/bin", () => removeLink(env));
  await removeEmptyFolders(manifest.scopes[settings.path]?.folders ?? []);
  if (plan.removesLink) await removeEmptyFolders(manifest.link?.folders ?? []);
  await writing(manifestPath(env), () => writeManifest(env, plan.rest));
  return backup;
}
