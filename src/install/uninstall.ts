// Plans what uninstall will change before anything is written, then applies the plan. The program stays, because running
// sessions and the plugin still call it.
import { existsSync } from "node:fs";
import { readdir, rm, stat, unlink } from "node:fs/promises";
import { resolve } from "node:path";
import { type Environment, executablePath, manifestPath } from "../config/environment.ts";
import { listDrafts } from "../platform/atomic-file.ts";
import type { HostRegistration } from "../protocol/registration.ts";
import { UserError } from "../text/user-error.ts";
import { isChanged } from "./agents/agent-file.ts";
import { applyAgents, applyEdits, planAgentRemoval, withAgents } from "./agents/plan-agents.ts";
import { clientFolder, explainWriteErrors, newFileModes, type Scope, settingsPath } from "./client-files.ts";
import { readLinkState, removeEmptyFolders, removeLink } from "./executable.ts";
import { findExcludes, removeExcludes } from "./git-excludes.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { planMergeDriver } from "./merge-driver.ts";
import { ownPaths, planRemoval, type RemovalPlan } from "./own-files.ts";
import { planWithoutOwn } from "./settings-edit.ts";
import { readSettings, removeSettings, writeSettings } from "./settings-file.ts";
import { ownGroups, parseBody } from "./settings-value.ts";

export type UninstallPlan = Awaited<ReturnType<typeof planUninstall>>;

interface UninstallRequest {
  scope: Scope;
  projectDir: string;
  /** Whether to uninstall from Claude Code. */
  fromClient?: boolean;
  /** From which other agents. */
  agents?: readonly HostRegistration[];
}

export async function planUninstall(env: Environment, request: UninstallRequest) {
  const { scope, projectDir, fromClient = true, agents: hosts = [] } = request;
  const { manifest } = await readManifest(env);
  const path = settingsPath(env, scope, projectDir);
  const client = fromClient ? await planClient(env, request, manifest) : null;
  const agents = await planAgentRemoval(env, manifest, hosts);
  const others = Object.fromEntries(
    // Without those of deleted projects.
    Object.entries(manifest.scopes).filter(
      ([other]) => (other !== path || client === null) && existsSync(other),
    ),
  );
  const isLast =
    Object.keys(others).length === 0 &&
    Object.entries(manifest.agents ?? {}).every(
      ([id, { isWanted }]) => !isWanted || agents.some(({ host }) => host.id === id),
    );
  return {
    scope,
    /** The settings that it is, or would be, in. */
    path,
    /** What changes for Claude Code; null for nothing. */
    client,
    /** What changes for other agents. */
    agents,
    /** What changes in the person's git configuration, with the last of them. */
    merge: isLast && manifest.mergeDriver ? await planMergeDriver(env, manifest, false) : [],
    /** Of which repositories git's excludes have our lines, which go with the last of them. */
    excludes: isLast ? await findExcludes(env, projectDir) : [],
    /** The link is removed with the last of them. */
    removesLink: isLast && (await readLinkState(env)) === "present",
    /** The current manifest. */
    manifest,
    /** The scopes that stay. */
    others,
  };
}

type ClientPlan = Awaited<ReturnType<typeof planClient>>;

async function planClient(env: Environment, { scope, projectDir }: UninstallRequest, manifest: Manifest) {
  const settings = await readSettings(settingsPath(env, scope, projectDir));
  const known = manifest.scopes[settings.path];
  const others = Object.entries(manifest.scopes).filter(
    ([path]) => path !== settings.path && existsSync(path),
  );
  const stillUsed = new Set(others.flatMap(([, other]) => other.files.map((file) => file.path)));
  const folder = clientFolder(env, scope, projectDir);
  const files = await planRemoval(folder, known?.files ?? [], executablePath(env));
  const drafts = listDrafts([
    ...[executablePath(env), manifestPath(env), settings.realPath],
    ...ownPaths(folder),
  ]);
  const removed: RemovalPlan[] = drafts.map((path) => ({ path, action: "remove" }));
  return {
    settings,
    /** The new settings; null for no file. */
    text: planWithoutOwn(settings.text, known),
    files: [...files.filter((file) => !stillUsed.has(file.path)), ...removed],
  };
}

/** True when nothing of ours is left to remove. */
export function isUninstalled({
  path,
  client,
  agents,
  merge,
  excludes,
  removesLink,
  manifest,
}: UninstallPlan): boolean {
  const isOutOfClient =
    client === null ||
    (client.text === client.settings.text &&
      client.files.every((file) => file.action === "kept") &&
      !(path in manifest.scopes));
  const isInGit = merge.some(isChanged) || excludes.length > 0;
  return isOutOfClient && agents.length === 0 && !isInGit && !removesLink;
}

/** Returns the backups of the files that changed. */
export async function applyUninstall(env: Environment, plan: UninstallPlan): Promise<string[]> {
  const { manifest, client, agents } = plan;
  const backup = client && (await applyClient(env, client));
  const backups = [
    ...(backup === null ? [] : [backup]),
    ...(await applyAgents(env, agents)),
    ...(await applyEdits(env, plan.merge)),
  ];
  await explainWriteErrors("a repository's info/exclude", () => removeExcludes(plan.excludes));
  if (plan.removesLink) await explainWriteErrors("the link in ~/.local/bin", () => removeLink(env));
  await removeEmptyFolders(manifest.folders);
  const { mergeDriver, ...others } = manifest;
  const rest = {
    ...others,
    ...(plan.merge.length > 0 || mergeDriver === undefined ? {} : { mergeDriver }),
    scopes: plan.others,
    folders: manifest.folders.filter((folder) => existsSync(folder)),
  };
  await writeManifest(env, withAgents(rest, agents));
  return backups;
}

async function applyClient(env: Environment, { settings, text, files }: ClientPlan): Promise<string | null> {
  const backup =
    text === settings.text
      ? null
      : text === null
        ? await removeSettings(env, settings)
        : // The file exists, so its own mode is kept.
          await writeSettings(env, settings, text, newFileModes("user"));
  for (const { path, action } of files) {
    if (action === "remove") await explainWriteErrors(path, () => unlink(path));
  }
  return backup;
}

export interface PurgeEntry {
  name: string;
  bytes: number;
}

/** What would be removed. `leaving`: the settings file that is being uninstalled. */
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
  await explainWriteErrors(env.holdfastHome, () => rm(env.holdfastHome, { recursive: true, force: true }));
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
