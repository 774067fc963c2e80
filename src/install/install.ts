// Plans what install will change before anything is written, then applies the plan.
import { rm, unlink } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import { type Environment, executablePath, modSeenPath } from "../config/environment.ts";
import { replaceFile } from "../platform/atomic-file.ts";
import { UserError } from "../text/user-error.ts";
import { isChanged } from "./agents/agent-file.ts";
import { type AgentRequest, applyAgents, applyEdits, planAgents, withAgents } from "./agents/plan-agents.ts";
import { clientFolder, explainWriteErrors, newFileModes, type Scope, settingsPath } from "./client-files.ts";
import {
  findMissingFolders,
  isSameExecutable,
  linkPath,
  makeFolders,
  makeLink,
  placeExecutable,
  readLinkState,
  removeEmptyFolders,
  removeLink,
} from "./executable.ts";
import { fingerprint, type InstalledScope, type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { planMergeDriver, recordMergeDriver } from "./merge-driver.ts";
import { modFile, planFiles } from "./own-files.ts";
import type { RuleChoice } from "./permission-rules.ts";
import { wantedSettings } from "./registration.ts";
import { planSettings } from "./settings-edit.ts";
import { readSettings, writeSettings } from "./settings-file.ts";

export interface InstallRequest {
  env: Environment;
  scope: Scope;
  /** Only for the scopes project and local. */
  projectDir: string;
  /** The executable to install. */
  source: string;
  longLoops: boolean;
  rules: RuleChoice;
  parts: ChosenParts;
  /** Whether to install in Claude Code. */
  inClient?: boolean;
  /** In which other agents to install. */
  agents?: readonly AgentRequest[];
  /** Whether git is to merge memory files with us; undefined if the person was not asked. */
  mergeDriver?: boolean | undefined;
}

/** A key is missing if the person was not asked; a later install may ask. */
export type ChosenParts = Pick<InstalledScope, "mod" | "statusLine" | "mcp">;

/** The person's choices at the last install; a key is missing if they were not asked. */
export async function readChosenParts(
  env: Environment,
  scope: Scope,
  projectDir: string,
): Promise<ChosenParts & Pick<InstalledScope, "rules">> {
  const { manifest } = await readManifest(env);
  return manifest.scopes[settingsPath(env, scope, projectDir)] ?? {};
}

export type InstallPlan = Awaited<ReturnType<typeof planInstall>>;

export async function planInstall(request: InstallRequest) {
  const { env, scope, source, inClient = true, agents: requests = [] } = request;
  refuseOddHome(env);
  const { manifest } = await readManifest(env);
  const client = inClient ? await planClient(request, manifest) : null;
  const agents = await planAgents(env, manifest, requests);
  const isMerging = request.mergeDriver;
  const merge = isMerging === undefined ? [] : await planMergeDriver(env, manifest, isMerging);
  const target = executablePath(env);
  const link = await readLinkState(env);
  const isFirst =
    Object.keys(manifest.scopes).length === 0 && Object.keys(manifest.agents ?? {}).length === 0;
  return {
    scope,
    /** What changes for Claude Code; null for nothing. */
    client,
    /** What changes for other agents. */
    agents,
    /** What changes in the person's git configuration. */
    merge,
    executable: { source, target, differs: !(await isSameExecutable(source, target)) },
    modes: newFileModes(scope),
    link,
    /** Whether to offer the link: it is absent, and the person has not declined or removed it. */
    offersLink: link === "absent" && (isFirst || manifest.link === undefined),
    /** Whether this is the first install in any settings. */
    isFirst,
    manifest: withAgents(
      {
        ...manifest,
        ...(link === "present" ? { link: true } : {}),
        scopes: { ...manifest.scopes, ...(client ? { [client.settings.path]: client.entry } : {}) },
        ...(isMerging === undefined ? {} : { mergeDriver: recordMergeDriver(isMerging, merge) }),
        folders: [
          ...new Set([
            ...manifest.folders,
            ...(client?.folders ?? []),
            ...merge
              .filter(isChanged)
              .flatMap(({ settings }) => findMissingFolders(dirname(settings.realPath))),
          ]),
        ],
      },
      agents,
    ),
  };
}

type ClientPlan = Awaited<ReturnType<typeof planClient>>;

async function planClient(request: InstallRequest, manifest: Manifest) {
  const { env, scope, projectDir, rules, parts } = request;
  const { mod = false, statusLine = false, mcp = false } = parts;
  const settings = await readSettings(settingsPath(env, scope, projectDir));
  const known = manifest.scopes[settings.path];
  const target = executablePath(env);
  const longLoops = request.longLoops || Boolean(known?.blockCap);
  const wanted = wantedSettings(target, { longLoops, rules, statusLine, mcp });
  const { text, original, blockCap } = planSettings(settings.text, known, wanted);
  const files = await planFiles(
    clientFolder(env, scope, projectDir),
    [env.claudeDir, `${projectDir}/.claude`],
    known?.files ?? [],
    { mod, mcp: mcp ? target : null },
  );
  const added = files.filter(({ action }) => action !== "remove");
  const written = [settings.realPath, ...added.map((file) => file.path)];
  const entry: InstalledScope = {
    original,
    hash: fingerprint(text),
    blockCap,
    rules,
    ...parts,
    files: added
      .filter((file) => file.action !== "kept")
      .map(({ path, text }) => ({ path, hash: fingerprint(text) })),
  };
  return {
    settings,
    /** The new settings. */
    text,
    files,
    /** That are created. */
    folders: written.flatMap((path) => findMissingFolders(dirname(path))),
    /** In the new manifest. */
    entry,
  };
}

/** True when the plan changes nothing visible. The link is offered separately. */
export function isInstalled({ client, agents, merge, executable }: InstallPlan): boolean {
  return (
    (client === null || isClientInstalled(client)) &&
    !executable.differs &&
    agents.every(({ edits }) => !edits.some(isChanged)) &&
    !merge.some(isChanged)
  );
}

function isClientInstalled({ text, settings, files }: ClientPlan): boolean {
  return text === settings.text && files.every((file) => file.action === "same" || file.action === "kept");
}

function refuseOddHome(env: Environment): void {
  if (env.home !== "" && isAbsolute(env.holdfastHome) && isAbsolute(env.claudeDir)) return;
  throw new UserError(
    "no-home",
    `HOME, HOLDFAST_HOME and CLAUDE_CONFIG_DIR must be absolute paths when set, and HOME must be set.`,
    "Set them and try again; nothing was changed.",
  );
}

/** Installs the program first, so that settings never name a missing file. Returns the backups of the files that changed. */
export async function applyInstall(env: Environment, plan: InstallPlan): Promise<string[]> {
  const { executable, client } = plan;
  if (executable.differs) {
    await explainWriteErrors(executable.target, () => placeExecutable(executable.source, executable.target));
  }
  // The manifest saves the original settings before they are replaced, so a crash in between loses nothing. A manifest ahead of
  // the settings does no harm, because its hash does not match.
  await writeManifest(env, plan.manifest);
  const backup = client && (await applyClient(env, plan, client));
  const others = [...(await applyAgents(env, plan.agents)), ...(await applyEdits(env, plan.merge))];
  return [...(backup === null ? [] : [backup]), ...others];
}

async function applyClient(
  env: Environment,
  { modes, manifest }: Pick<InstallPlan, "modes" | "manifest">,
  { settings, text: planned, files }: ClientPlan,
): Promise<string | null> {
  const backup = planned === settings.text ? null : await writeSettings(env, settings, planned, modes);
  for (const { path, text, action } of files) {
    if (action === "write")
      await explainWriteErrors(path, async () => {
        await makeFolders(dirname(path), modes.folder);
        await replaceFile(path, text, modes.file);
      });
    if (action === "remove") await explainWriteErrors(path, () => unlink(path));
  }
  const removed = files.filter(({ action }) => action === "remove");
  if (removed.length > 0) await removeEmptyFolders(manifest.folders);
  // Otherwise the status line would stay empty, as if the mod still drew the band.
  if (removed.some(({ path }) => path === modFile(env.claudeDir)))
    await rm(modSeenPath(env), { force: true });
  return backup;
}

/** Creates or removes the link, and records the choice. */
export async function applyLink(env: Environment, isWanted = true): Promise<void> {
  const path = linkPath(env);
  const made = isWanted ? findMissingFolders(dirname(path)) : [];
  await explainWriteErrors(path, () => (isWanted ? makeLink(env) : removeLink(env)));
  const { manifest } = await readManifest(env);
  await writeManifest(env, { ...manifest, folders: [...manifest.folders, ...made], link: isWanted });
}

/** What to say about this platform; null when there is nothing. */
export function checkPlatform(platform: string): string | null {
  if (platform === "linux" || platform === "darwin") return null;
  if (platform === "win32")
    return "holdfast was built for Windows, but never run there: expect faults. Inside WSL it works as on Linux.";
  throw new UserError(
    "unsupported-platform",
    `holdfast runs on Linux and macOS, not on ${platform}.`,
    "Run it on one of these, or in a container.",
  );
}
