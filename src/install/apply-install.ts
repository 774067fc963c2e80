// Carries out an install plan: the program first, so that settings never name a file that is not there.
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Environment } from "../config/environment.ts";
import { manifestPath } from "../config/paths.ts";
import { placeExecutable } from "./executable.ts";
import { missingFolders } from "./folders.ts";
import { linkPath, makeLink } from "./link.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import type { InstallPlan } from "./plan-install.ts";
import { replaceFile } from "./replace-file.ts";
import { writing } from "./unwritable.ts";
import { writeSettings } from "./write-settings.ts";

/** Returns where the old settings were kept, if they changed. */
export async function applyInstall(env: Environment, plan: InstallPlan): Promise<string | null> {
  const { executable, settings } = plan;
  if (executable.differs) {
    await writing(executable.target, () => placeExecutable(executable.source, executable.target));
  }
  await rememberInstall(env, plan);
  const backup = plan.text === settings.text ? null : await writeSettings(env, settings, plan.text);
  for (const { path, text, action } of plan.files) {
    if (action === "write") await writing(path, () => writeOwnFile(path, text));
  }
  return backup;
}

/**
 * The original is remembered before it is replaced: a crash in between loses nothing, and a manifest that is ahead
 * of the settings does no harm, since its hash then does not match.
 */
export async function rememberInstall(env: Environment, { manifest, settings, entry }: InstallPlan): Promise<void> {
  await saveManifest(env, { ...manifest, scopes: { ...manifest.scopes, [settings.path]: entry } });
}

export async function applyLink(env: Environment): Promise<void> {
  const path = linkPath(env);
  const folders = await missingFolders(dirname(path));
  await writing(path, () => makeLink(env));
  const { manifest } = await readManifest(env);
  await saveManifest(env, { ...manifest, link: { path, folders } });
}

async function writeOwnFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, text, 0o666 & ~process.umask());
}

function saveManifest(env: Environment, manifest: Manifest): Promise<void> {
  return writing(manifestPath(env), () => writeManifest(env, manifest));
}
