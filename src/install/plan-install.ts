// Everything install would change, found out before anything is written.
import { dirname, isAbsolute } from "node:path";
import type { Environment } from "../config/environment.ts";
import { executablePath } from "../config/paths.ts";
import { UserError } from "../text/user-error.ts";
import { isSameExecutable } from "./executable.ts";
import { missingFolders } from "./folders.ts";
import { type LinkState, linkState } from "./link.ts";
import { fingerprint, type InstalledScope, type Manifest, readManifest } from "./manifest.ts";
import { type FilePlan, planFiles } from "./own-files.ts";
import { planSettings } from "./plan-settings.ts";
import { readSettings, type SettingsFile } from "./read-settings.ts";
import { wantedSettings } from "./registration.ts";
import { clientFolder, type FreshModes, freshModes, type Scope, settingsPath } from "./scope.ts";

export interface InstallRequest {
  env: Environment;
  scope: Scope;
  /** Only looked at for the scopes project and local. */
  projectDir: string;
  /** The executable to install. */
  source: string;
  longLoops: boolean;
}

export interface InstallPlan {
  settings: SettingsFile;
  /** The settings as they will be. */
  text: string;
  executable: { source: string; target: string; differs: boolean };
  files: FilePlan[];
  modes: FreshModes;
  link: LinkState;
  /** As it will be. */
  manifest: Manifest;
}

export async function planInstall(request: InstallRequest): Promise<InstallPlan> {
  const { env, scope, projectDir, source } = request;
  refuseOddHome(env);
  const settings = await readSettings(settingsPath(env, scope, projectDir));
  const { manifest } = await readManifest(env);
  const known = manifest.scopes[settings.path];
  const target = executablePath(env);
  const longLoops = request.longLoops || Boolean(known?.blockCap);
  const { text, original, blockCap } = planSettings(settings.text, known, wantedSettings(target, longLoops));
  const files = await planFiles(clientFolder(env, scope, projectDir), known?.files ?? []);
  const folders = await foldersToMake([settings.realPath, ...files.map((file) => file.path)]);
  const entry: InstalledScope = {
    original,
    hash: fingerprint(text),
    blockCap,
    files: files
      .filter((file) => file.action !== "kept")
      .map(({ path, text }) => ({ path, hash: fingerprint(text) })),
  };
  return {
    settings,
    text,
    executable: { source, target, differs: !(await isSameExecutable(source, target)) },
    files,
    modes: freshModes(scope),
    link: await linkState(env),
    manifest: {
      ...manifest,
      scopes: { ...manifest.scopes, [settings.path]: entry },
      folders: [...new Set([...manifest.folders, ...folders])],
    },
  };
}

/** Nothing would change that a person could see; the link is an offer of its own. */
export function isInstalled(plan: InstallPlan): boolean {
  return (
    plan.text === plan.settings.text &&
    !plan.executable.differs &&
    plan.files.every((file) => file.action !== "write")
  );
}

async function foldersToMake(paths: string[]): Promise<string[]> {
  const missing = await Promise.all(paths.map((path) => missingFolders(dirname(path))));
  return [...new Set(missing.flat())];
}

function refuseOddHome(env: Environment): void {
  if (env.home !== "" && isAbsolute(env.holdfastHome) && isAbsolute(env.claudeDir)) return;
  throw new UserError(
    "no-home",
    `HOME, HOLDFAST_HOME and CLAUDE_CONFIG_DIR must be absolute paths when set, and HOME must be set.`,
    "Set them and try again; nothing was changed.",
  );
}
