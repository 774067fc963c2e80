import { databasePath, type Environment } from "../config/environment.ts";
import { parseEventJson } from "../protocol/claude-code/parse-event.ts";
import { redactNames } from "../protocol/claude-code/redact-names.ts";
import { describeUngated, type Host } from "../protocol/hosts.ts";
import { inTransaction, openLedger } from "../store/open.ts";
import { touchSession } from "../store/sessions.ts";

/** An event of an agent that we cannot hold. Its session is listed as such; the start says so, and the rest is silence. */
export async function onUngatedEvent(env: Environment, host: Host, payload: unknown): Promise<string | null> {
  const parsed = parseEventJson(payload);
  if (!parsed.ok || parsed.event.name !== "SessionStart") return null;
  const { sessionId, cwd } = await redactNames(parsed.event);
  if (sessionId !== null) {
    const store = await openLedger(databasePath(env));
    const at = Date.now();
    const session = { sessionId, projectDir: cwd, transcriptPath: null, at, toolCalls: 0, agent: host.id };
    inTransaction(store, () => touchSession(store, session));
  }
  return `holdfast: ${describeUngated(host)}.`;
}
