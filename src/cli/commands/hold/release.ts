// Loosening from inside a session: works unless the user forbade it to Claude, is recorded, and the user is told whose
// act it was.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { queueMessage } from "../../../store/notices.ts";
import { logEvent } from "../../../store/sessions.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { withStore } from "../../target.ts";
import { type Act, type Actor, findActor } from "./actor.ts";

/** `command`: such as "unlock" or "flow cancel". Throws where an agent may not run it. */
export async function permitRelease(env: Environment, projectDir: string, command: string): Promise<Act> {
  const act = await findActor(env, projectDir, command);
  if (act.by !== "claude" && act.by !== "agent") return act;
  const { config } = await loadConfig(env, projectDir);
  if (config.selfRelease) return act;
  throw new UserError(
    "self-release",
    `\`holdfast ${command}\` as a tool call ${BY[act.by]} is switched off here (selfRelease: false)`,
    `The user can type \`! holdfast ${command}\` when the turn is over, or run it in a terminal of their own.`,
  );
}

const BY: Record<Exclude<Actor, "user">, string> = {
  claude: "by Claude",
  agent: "by an agent",
  session: "from inside the session",
};

/**
 * Records whose act it was, and shows it with the next hook answer that can carry a message, unless it was the person's:
 * `done`, such as "the lock was removed", by whom, and why.
 */
export async function reportRelease(env: Environment, act: Act, done: string, why = ""): Promise<void> {
  const { by, sessionId, command, transcriptFrom } = act;
  if (!sessionId || !isSessionId(sessionId)) return;
  const now = Date.now();
  // Without a store the record is lost; the release must work all the same.
  await withStore(env, (store) => {
    const detail = { command, by, ...(env.fromDashboard ? { from: "dashboard" } : {}) };
    logEvent(store, { sessionId, event: "release", agentId: null, detail, at: now });
    if (by === "user") return;
    const text = redact(`holdfast: ${done} ${BY[by]}${why === "" ? "." : `: ${why}`}`).text;
    queueMessage(store, sessionId, text, now, transcriptFrom === null ? null : { command, transcriptFrom });
  }).catch(() => {});
}
