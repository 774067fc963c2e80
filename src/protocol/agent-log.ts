// The logs that other agents keep of their sessions: where they are, and how their records become those that transcript/ reads.
import { CODEX_LOG } from "./codex/log.ts";
import { COPILOT_LOG } from "./copilot/log.ts";
import { nameAgent } from "./hosts.ts";
import { QWEN_LOG } from "./qwen/log.ts";
import { folderOf, REGISTRATIONS } from "./registration.ts";
import type { Raw } from "./transcript-record.ts";

/** What the first record says about the others. */
export interface LogHead {
  sessionId: string;
  cwd: string | null;
  /** Set when all of the log is of a subagent. */
  agentId: string | null;
}

/** Translates one record after the other; it may remember earlier ones. Any JSON object gives records or none. */
export type Translate = (record: Raw) => Raw[];

export interface AgentLog {
  /** The host's id. */
  host: string;
  /** Below the host's folder. */
  folder: string;
  /** The session's id by the log's path; null when this is not such a log. */
  sessionOf(path: string): string | null;
  /** Below that folder; null when only its events tell. */
  pathOf: ((sessionId: string) => string) | null;
  /** null when the record is not the first one of such a log. */
  readHead(first: Raw): LogHead | null;
  translate(head: LogHead): Translate;
}

export const AGENT_LOGS: readonly AgentLog[] = [CODEX_LOG, COPILOT_LOG, QWEN_LOG];

export function findAgentLog(path: string): AgentLog | null {
  return AGENT_LOGS.find((log) => log.sessionOf(path) !== null) ?? null;
}

/** The log that the agent keeps of the session, by the path that an event has; null for none that we read. */
export function locateAgentLog(
  host: string,
  sessionId: string,
  eventPath: unknown,
  env: Parameters<typeof folderOf>[1],
): string | null {
  const log = AGENT_LOGS.find((each) => each.host === host);
  const registration = REGISTRATIONS.find(({ id }) => id === host);
  if (!log || !registration) return null;
  const path =
    typeof eventPath !== "string" && log.pathOf !== null
      ? `${folderOf(registration, env)}/${log.folder}/${log.pathOf(sessionId)}`
      : String(eventPath);
  return log.sessionOf(path) === sessionId ? path : null;
}

/** The names of the agents whose logs are read. */
export function loggingAgents(): string[] {
  return AGENT_LOGS.map(({ host }) => nameAgent(host) ?? "");
}

/** Where the agents keep their logs on this machine. */
export function logFolders(env: Parameters<typeof folderOf>[1]): string[] {
  return AGENT_LOGS.flatMap(({ host, folder }) => {
    const registration = REGISTRATIONS.find(({ id }) => id === host);
    return registration ? [`${folderOf(registration, env)}/${folder}`] : [];
  });
}
