// The part of install and uninstall that is about other agents than Claude Code: which ones, and what changes.
import { dirname } from "node:path";
import type { Environment } from "../../../config/environment.ts";
import { isChanged } from "../../../install/agents/agent-file.ts";
import { hasWritableRoots } from "../../../install/agents/files-of-agent.ts";
import {
  type AgentPlan,
  type AgentRequest,
  ALL,
  CLIENT,
  findInstalledAgents,
  parseAgents,
} from "../../../install/agents/plan-agents.ts";
import type { Scope } from "../../../install/client-files.ts";
import { type InstalledAgent, readManifest } from "../../../install/manifest.ts";
import type { RuleChoice } from "../../../install/permission-rules.ts";
import { renderDiff } from "../../../install/render-diff.ts";
import { findHost } from "../../../protocol/hosts.ts";
import { type HostRegistration, REGISTRATIONS } from "../../../protocol/registration.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Context, option } from "../../command.ts";
import { chooseSome } from "../../terminal.ts";

const NAMES = [CLIENT, ...REGISTRATIONS.map(({ id }) => id)];

export const AGENT_OPTION = {
  agent: option(
    `${NAMES.join(",")}|${ALL}`,
    "which agents (default: Claude Code, and those you choose)",
    parseAgents,
  ),
};

interface Given {
  agent?: (string | null)[] | undefined;
  "writable-root"?: boolean | undefined;
  "no-writable-root"?: boolean | undefined;
}

interface Chosen {
  inClient: boolean;
  hosts: readonly HostRegistration[];
  /** The person was asked about these and declined. */
  declined: readonly HostRegistration[];
}

type Caller = Pick<Context, "env" | "out">;

/** By option, by the choice at the last install, or by asking about those found on PATH. */
export async function chooseAgents(
  { env }: Caller,
  { agent }: Given,
  { scope, mayAsk }: { scope: Scope; mayAsk: boolean },
): Promise<Chosen> {
  if (agent !== undefined) {
    requireUserScope(agent, scope);
    return { ...pickAgents(agent, findInstalledAgents(env)), declined: [] };
  }
  if (scope !== "user") return { inClient: true, hosts: [], declined: [] };
  const known = (await readManifest(env)).manifest.agents ?? {};
  const hosts = REGISTRATIONS.filter(({ id }) => known[id]?.isWanted);
  const isNew = ({ id, program }: HostRegistration) =>
    !(id in known) && findHost(id)?.isGated && Bun.which(program, { PATH: env.path }) !== null;
  const found = mayAsk ? REGISTRATIONS.filter((host) => isNew(host)) : [];
  if (found.length === 0) return { inClient: true, hosts, declined: [] };
  const also = await chooseSome("Also install in these agents, which are on your PATH?", found);
  const declined = found.filter((host) => !also.includes(host));
  return { inClient: true, hosts: [...hosts, ...also], declined };
}

/** From which agents to uninstall; by default all. */
export function chooseForRemoval({ agent }: Given, scope: Scope): Omit<Chosen, "declined"> {
  if (agent === undefined) return { inClient: true, hosts: scope === "user" ? REGISTRATIONS : [] };
  requireUserScope(agent, scope);
  return pickAgents(agent, REGISTRATIONS);
}

function pickAgents(agent: readonly (string | null)[], all: readonly HostRegistration[]) {
  if (agent.includes(ALL)) return { inClient: true, hosts: all };
  return { inClient: agent.includes(null), hosts: REGISTRATIONS.filter(({ id }) => agent.includes(id)) };
}

function requireUserScope(agent: readonly (string | null)[], scope: Scope): void {
  if (scope === "user" || agent.every((id) => id === null)) return;
  throw new UserError(
    "usage",
    `--agent is for your own settings, and --scope ${scope} for Claude Code's`,
    "Leave out one of them.",
  );
}

/** By option, otherwise by the choice at the last install. */
export async function requestAgents(
  env: Environment,
  hosts: readonly HostRegistration[],
  given: Given,
  rules: RuleChoice,
): Promise<AgentRequest[]> {
  const known: Record<string, InstalledAgent> = (await readManifest(env)).manifest.agents ?? {};
  return hosts.map((host) => {
    const chosen = given["no-writable-root"] ? false : given["writable-root"];
    const writableRoot = hasWritableRoots(host) && (chosen ?? known[host.id]?.writableRoot ?? false);
    return { host, rules, writableRoot };
  });
}

/** What commands in a sandbox cannot do, and the option that changes it. */
export function explainSandboxes(env: Environment, plans: readonly AgentPlan[]): string[] {
  return plans
    .filter(({ host, entry }) => entry?.isWanted && !entry.writableRoot && hasWritableRoots(host))
    .map(
      ({ host }) =>
        `In ${host.name}'s sandbox, commands cannot write ${env.holdfastHome}; the allow rules let the listed ones run outside it. ` +
        "With --writable-root every command may write there, and so may change what holdfast believes, and its program.",
    );
}

/** Each file that changes, with its sign. */
export function listAgentChanges(plans: readonly AgentPlan[]): { sign: "+" | "-"; text: string }[] {
  return plans.flatMap(({ host, edits, entry }) =>
    edits.filter(isChanged).map(({ settings, what }) => ({
      sign: entry === null ? "-" : "+",
      text: `${settings.path} (${host.name}: ${what})`,
    })),
  );
}

/** A declined agent is not asked about again. */
export function declinedEntries(hosts: readonly HostRegistration[]): Record<string, InstalledAgent> {
  return Object.fromEntries(
    hosts.map(({ id }) => [id, { isWanted: false, rules: "none", writableRoot: false, files: {} }]),
  );
}

export function diffAgents({ out }: Pick<Context, "out">, plans: readonly AgentPlan[]): void {
  for (const { settings, text } of plans.flatMap(({ edits }) => edits))
    for (const line of renderDiff(settings.path, settings.text, text, out.style)) out.line(line);
}

/** What the person still has to do, by agent. */
export function nextInAgents(plans: readonly AgentPlan[]): string[] {
  return plans.flatMap(({ host }) =>
    host.afterInstall === null ? [] : [`${host.name}: ${host.afterInstall}.`],
  );
}

export function reportAgents(plans: readonly AgentPlan[]) {
  return plans.map(({ host, edits, entry }) => ({
    agent: host.id,
    files: edits.map((edit) => ({ path: edit.settings.path, changed: isChanged(edit) })),
    writableRoot: entry?.writableRoot ?? false,
    next: entry === null ? null : host.afterInstall,
  }));
}

/** One line, however many files of agents were changed. */
export function describeBackups(backups: readonly string[]): string[] {
  const [first] = backups;
  if (first === undefined) return [];
  return backups.length === 1
    ? [`Backup of the old settings: ${first}`]
    : [`Backups of the ${backups.length} old files: ${dirname(first)}`];
}
