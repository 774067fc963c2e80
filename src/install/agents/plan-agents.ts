// Plans and applies what install and uninstall change for other agents than Claude Code.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment } from "../../config/environment.ts";
import { folderOf, type HostRegistration, REGISTRATIONS } from "../../protocol/registration.ts";
import { UserError } from "../../text/user-error.ts";
import { newFileModes } from "../client-files.ts";
import { findMissingFolders } from "../executable.ts";
import { fingerprint, type InstalledAgent, type Manifest } from "../manifest.ts";
import { removeSettings, writeSettings } from "../settings-file.ts";
import { type FileEdit, isChanged, planFile } from "./agent-file.ts";
import { type AgentChoices, filesOf } from "./files-of-agent.ts";

export interface AgentPlan {
  host: HostRegistration;
  edits: FileEdit[];
  /** In the new manifest; null after uninstall. */
  entry: InstalledAgent | null;
}

export type AgentRequest = AgentChoices & { host: HostRegistration };

export function planAgents(
  env: Environment,
  manifest: Manifest,
  requests: readonly AgentRequest[],
): Promise<AgentPlan[]> {
  return Promise.all(
    requests.map(async ({ host, ...choices }) => {
      const known = manifest.agents?.[host.id];
      const edits = await planEdits(env, host, known, choices);
      const own = edits.filter(({ text }) => text !== null);
      const files = own.map(({ settings, text, original }) => {
        return [settings.path, { original, hash: fingerprint(text ?? "") }] as const;
      });
      return { host, edits, entry: { ...choices, isWanted: true, files: Object.fromEntries(files) } };
    }),
  );
}

/** Files of an earlier install that these choices do not need are restored. */
async function planEdits(
  env: Environment,
  host: HostRegistration,
  known: InstalledAgent | undefined,
  choices: AgentChoices,
): Promise<FileEdit[]> {
  const wanted = filesOf(env, host, choices);
  const all = allFiles(env, host, known).filter(
    ({ path }) => !wanted.some((file) => file.path === path) && known?.files[path] !== undefined,
  );
  return Promise.all([
    ...wanted.map((file) => planFile(file, known?.files[file.path], true)),
    ...all.map((file) => planFile(file, known?.files[file.path], false)),
  ]);
}

/** Those in which anything of ours may be. */
function allFiles(env: Environment, host: HostRegistration, known: InstalledAgent | undefined) {
  return filesOf(env, host, { rules: known?.rules ?? "unlock", writableRoot: true });
}

/** Without a manifest, only entries that are surely ours are removed. */
export async function planAgentRemoval(
  env: Environment,
  manifest: Manifest,
  hosts: readonly HostRegistration[],
): Promise<AgentPlan[]> {
  const plans = hosts.map(async (host): Promise<AgentPlan> => {
    const known = manifest.agents?.[host.id];
    const files = allFiles(env, host, known).filter(
      ({ path }, index) => known?.files[path] !== undefined || (known === undefined && index === 0),
    );
    const edits = await Promise.all(files.map((file) => planFile(file, known?.files[file.path], false)));
    return { host, edits, entry: null };
  });
  return (await Promise.all(plans)).filter(
    ({ host, edits }) => host.id in (manifest.agents ?? {}) || edits.some(isChanged),
  );
}

/** Returns the backups of the files that changed. */
export function applyAgents(env: Environment, plans: readonly AgentPlan[]): Promise<string[]> {
  return applyEdits(
    env,
    plans.flatMap(({ edits }) => edits),
  );
}

/** Returns the backups of the files that changed. */
export async function applyEdits(env: Environment, edits: readonly FileEdit[]): Promise<string[]> {
  const backups: string[] = [];
  for (const { settings, text } of edits.filter(isChanged)) {
    const backup =
      text === null
        ? await removeSettings(env, settings)
        : await writeSettings(env, settings, text, newFileModes("user"));
    if (backup !== null) backups.push(backup);
  }
  return backups;
}

/** The manifest after the plans were applied. */
export function withAgents(manifest: Manifest, plans: readonly AgentPlan[]): Manifest {
  if (plans.length === 0) return manifest;
  const agents = { ...manifest.agents };
  for (const { host, entry } of plans) {
    if (entry === null) delete agents[host.id];
    else agents[host.id] = entry;
  }
  const written = plans.flatMap(({ edits }) =>
    edits.flatMap(({ settings, text }) => (text === null ? [] : settings.realPath)),
  );
  const folders = written.flatMap((path) => findMissingFolders(dirname(path)));
  return { ...manifest, agents, folders: [...new Set([...manifest.folders, ...folders])] };
}

/** Agents of which the program is on PATH or the folder exists. */
export function findInstalledAgents(env: Environment): HostRegistration[] {
  return REGISTRATIONS.filter(
    (host) => Bun.which(host.program, { PATH: env.path }) !== null || existsSync(folderOf(host, env)),
  );
}

export const CLIENT = "claude";
export const ALL = "all";

/** Which agents a list such as "codex,gemini" names; null for Claude Code. */
export function parseAgents(value: string): (string | null)[] {
  const names = [CLIENT, ...REGISTRATIONS.map(({ id }) => id)];
  const given = value.split(",").map((name) => name.trim().toLowerCase());
  const unknown = given.find((name) => name !== ALL && !names.includes(name));
  if (unknown !== undefined)
    throw new UserError(
      "unknown-agent",
      `There is no agent "${unknown}".`,
      `Use ${ALL}, or some of: ${names.join(", ")}.`,
    );
  return given.map((name) => (name === CLIENT ? null : name));
}
