// Carries out an install plan: the program first, so that settings never name a file that is not there.
import { dirname } from "node:path";
import type { Environment } from "../config/environment.ts";
import { manifestPath } from "../config/paths.ts";
import { replaceFile } from "../platform/atomic-file.ts";
import { placeExecutable } from "./executable.ts";
import { makeFolders, missingFolders } from "./folders.ts";
import { linkPath, makeLink } from "./link.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import type { InstallPlan } from "./plan-install.ts";
import type { FreshModes } from "./scope.ts";
import { writeSettings } from "./write-settings.ts";
import { writing } from "./writing.ts";

/** Returns where the old settings were kept, if they changed. */
export async function applyInstall(env: Environment, plan: InstallPlan): Promise<string | null> {
  const { executable, settings } = plan;
  if (executable.differs) {
    await writing(executable.target, () => placeExecutable(executable.source, executable.target));
  }
  // The original is remembered before it is replaced: a crash in between loses nothing, and a manifest that is ahead
  // of the settings does no harm, since its hash then does not match.
  await saveManifest(env, plan.manifest);
  const backup =
    plan.text === settings.text ? null : await writeSettings(env, settings, plan.text, plan.modes);
  for (const { path, text, action } of plan.files) {
    if (action === "write") await writing(path, () => writeOwnFile(path, text, plan.modes));
  }
  return backup;
}

export async function applyLink(env: Environment): Promise<void> {
  const path = linkPath(env);
  const made = await missingFolders(dirname(path));
  await writing(path, () => makeLink(env));
  const { manifest } = await readManifest(env);
  await saveManifest(env, { ...manifest, folders: [...manifest.folders, ...made] });
}

/** Also by itself: a manifest that was lost is written anew although nothing else changes. */
export function saveManifest(env: Environment, manifest: Manifest): Promise<void> {
  return writing(manifestPath(env), () => writeManifest(env, manifest));
}

async function writeOwnFile(path: string, text: string, modes: FreshModes): Promise<void> {
  await makeFolders(dirname(path), modes.folder);
  await replaceFile(path, text, modes.file);
}
