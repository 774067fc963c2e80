// `uninstall --purge`: everything under $HOLDFAST_HOME, after showing it.
import { readdir, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Environment } from "../config/environment.ts";
import { UserError } from "../text/user-error.ts";
import { readManifest } from "./manifest.ts";
import { readSettings } from "./read-settings.ts";
import { ownGroups, parseBody } from "./settings-value.ts";
import { writing } from "./writing.ts";

export interface PurgeEntry {
  name: string;
  bytes: number;
}

/** What would be removed. `leaving` is the settings file that is being uninstalled. */
export async function planPurge(env: Environment, leaving: string): Promise<PurgeEntry[]> {
  const names = await readdir(env.holdfastHome).catch(() => []);
  if (names.length === 0) return [];
  refuseForeignFolder(env, names);
  await refuseWhileRegistered(env, leaving);
  return Promise.all(
    names.toSorted().map(async (name) => ({ name, bytes: await sizeOf(`${env.holdfastHome}/${name}`) })),
  );
}

export async function purge(env: Environment): Promise<void> {
  await writing(env.holdfastHome, () => rm(env.holdfastHome, { recursive: true, force: true }));
}

const OWN_NAMES = ["bin", "holdfast.db", "install.json"];

/** HOLDFAST_HOME may be set to anything, such as the home folder itself. */
function refuseForeignFolder(env: Environment, names: string[]): void {
  const home = `${resolve(env.home)}/`;
  const target = resolve(env.holdfastHome);
  const holdsHome = target === "/" || home.startsWith(`${target}/`);
  if (!holdsHome && names.some((name) => OWN_NAMES.includes(name))) return;
  const hint = "Check HOLDFAST_HOME, and delete by hand what you want removed.";
  throw new UserError(
    "purge-refused",
    `${target} does not look like a folder that only holdfast uses.`,
    hint,
  );
}

async function refuseWhileRegistered(env: Environment, leaving: string): Promise<void> {
  const { manifest } = await readManifest(env);
  for (const path of Object.keys(manifest.scopes).filter((other) => other !== leaving)) {
    const { text } = await readSettings(path);
    if (text === null || ownGroups(parseBody(text)).length === 0) continue;
    const hint = "Uninstall there first: run holdfast uninstall --scope project (or local) in that project.";
    throw new UserError("purge-registered", `${path} still calls holdfast.`, hint);
  }
}

async function sizeOf(path: string): Promise<number> {
  const entry = await stat(path).catch(() => null); // Gone in the meantime: nothing to count.
  if (!entry?.isDirectory()) return entry?.size ?? 0;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(`${path}/${name}`)));
  return sizes.reduce((total, size) => total + size, 0);
}
