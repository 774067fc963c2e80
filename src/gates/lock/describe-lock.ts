import type { Config } from "../../config/config.ts";
import type { SessionStartEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { readLock } from "./lock-file.ts";

/** The lock that holds this session; null when there is none. */
export async function describeLock(
  context: HookContext<SessionStartEvent>,
  config: Config,
): Promise<string | null> {
  const { event, projectDir, now } = context;
  if (projectDir === null || event.sessionId === null) return null;
  if (!config.gates.lock.enabled) return null;
  const { lock } = await readLock(projectDir, config);
  if (!lock || now >= lock.expiresAt) return null;
  if (!lock.all && lock.owner !== null && lock.owner !== event.sessionId) return null;
  const goal = lock.goal ? ` Goal: ${lock.goal}.` : "";
  return `A holdfast lock is on in this project: work on until it is done.${goal} \`holdfast status\` shows it, \`holdfast unlock\` ends it.`;
}
