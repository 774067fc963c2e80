// Whether a person or an agent runs a command, by what can be seen of its process.
import { databasePath, type Environment } from "../config/environment.ts";
import { pathExists } from "../platform/files.ts";
import { isTerminal } from "../platform/libc.ts";
import { findAgentAncestor, isButtonPress } from "../protocol/agent-processes.ts";
import { CLAUDE_CODE } from "../protocol/hosts.ts";
import { MAX_SILENCE_MS, wasSeenSince } from "../store/sessions.ts";
import { UserError } from "../text/user-error.ts";
import type { Context } from "./command.ts";
import { readLedger } from "./target.ts";

/** What can be seen of the processes around this one. */
export interface ProcessView {
  agentAbove(): string | null;
  isPressed(): boolean;
  hasTerminal(): boolean;
}

export const REAL_PROCESSES: ProcessView = {
  agentAbove: findAgentAncestor,
  isPressed: isButtonPress,
  hasTerminal: () => [0, 1, 2].some(isTerminal),
};

/** The agent that runs this command, by its variables or a process above. null: none is seen, which proves nothing. */
export function findAgent(
  { host, insideAgent, sessionId, fromDashboard }: Environment,
  agentAbove: ProcessView["agentAbove"] = findAgentAncestor,
): string | null {
  if (fromDashboard) return null;
  if (insideAgent && sessionId !== null) return host === null || host === CLAUDE_CODE ? "claude" : host.name;
  return agentAbove() ?? (insideAgent ? "an agent" : null);
}

/** For acts that need a terminal: not even a button of the mod will do. `what`: such as "only a person can grant trust". */
export function requirePerson(env: Environment, what: string, hint: string): void {
  const agent = findAgent(env);
  if (agent !== null)
    throw new UserError("inside-claude", `${what}, and ${agent} started this command`, hint);
}

/**
 * For what counts as the person's own word. No agent above proves nothing, because a process can leave its parents: while a
 * session runs, or ran in the last 24 hours, it takes a terminal, a button or the dashboard.
 */
export async function isByPerson(
  { env, out }: Pick<Context, "env" | "out">,
  agent: string | null = findAgent(env),
): Promise<boolean> {
  if (env.fromDashboard) return true;
  if (agent !== null) return !env.insideAgent && agent === "claude" && isButtonPress();
  return out.interactive || REAL_PROCESSES.hasTerminal() || !(await wasAnySessionSeen(env));
}

async function wasAnySessionSeen(env: Environment): Promise<boolean> {
  if (!pathExists(databasePath(env))) return false;
  return readLedger(env, (store) => wasSeenSince(store, Date.now() - MAX_SILENCE_MS)).catch(() => true);
}

/** Like `requirePerson`, but also refuses a process that Claude may have detached. */
export async function requireSignOfPerson(
  context: Pick<Context, "env" | "out">,
  what: string,
  hint: string,
): Promise<void> {
  if (context.env.fromDashboard) return;
  requirePerson(context.env, what, hint);
  if (!(await isByPerson(context)))
    throw new UserError("no-sign-of-person", `${what}, and this process has no terminal`, hint);
}
