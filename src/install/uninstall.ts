// What uninstall would change, planned before anything is written, then carried out. The program stays: running sessions
// and the plugin still call it.
import { existsSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { type Environment, manifestPath } from "../config/environment.ts";
import { linkState, removeEmptyFolders, removeLink } from "./link.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { planRemoval, type RemovalPlan } from "./own-files.ts";
import { withoutOwn } from "./plan-settings.ts";
import { readSettings, type SettingsFile } from "./read-settings.ts";
import { clientFolder, freshModes, type Scope, settingsPath } from "./scope.ts";
import { removeSettings, writeSettings } from "./write-settings.ts";
import { writing } from "./writing.ts";

export interface UninstallPlan {
  settings: SettingsFile;
  /** The settings as they will be; null: no file. */
  text: string | null;
  files: RemovalPlan[];
  /** The link goes with the last scope. */
  removesLink: boolean;
  /** As it is. */
  manifest: Manifest;
  /** The scopes that stay. */
  others: Manifest["scopes"];
}

export async function planUninstall(
  env: Environment,
  scope: Scope,
  projectDir: string,
): Promise<UninstallPlan> {
  const settings = await readSettings(settingsPath(env, scope, projectDir));
  const { manifest } = await readManifest(env);
  const known = manifest.scopes[settings.path];
  const others = otherScopes(manifest, settings.path);
  const stillUsed = new Set(Object.values(others).flatMap((other) => other.files.map((file) => file.path)));
  const files = await planRemoval(clientFolder(env, scope, projectDir), known?.files ?? []);
  return {
    settings,
    text: withoutOwn(settings.text, known),
    files: files.filter((file) => !stillUsed.has(file.path)),
    removesLink: Object.keys(others).length === 0 && (await linkState(env)) === "present",
    manifest,
    others,
  };
}

/** Nothing of ours is there. */
export function isUninstalled(plan: UninstallPlan): boolean {
  return (
    plan.text === plan.settings.text &&
    plan.files.every((file) => file.action === "kept") &&
    !plan.removesLink &&
    !(plan.settings.path in plan.manifest.scopes)
  );
}

/** A project that was deleted does not count any more. */
function otherScopes(manifest: Manifest, path: string): Manifest["scopes"] {
  return Object.fromEntries(
    Object.entries(manifest.scopes).filter(([other]) => other !== path && existsSync(other)),
  );
}

/** Returns the backup of the settings, if they changed. */
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
  // The file exists, so its own mode is kept.
  return text === null
    ? removeSettings(env, settings)
    : writeSettings(env, settings, text, freshModes("user"));
}
