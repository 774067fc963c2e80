// Loosening from inside a session: works unless the user forbade it to Claude, is recorded, and the user is told whose
// act it was.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { queueMessage } from "../../../store/notices.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { withStore } from "../../target.ts";
import { type Act, type Actor, findActor } from "./actor.ts";

/** `command`: such as "unlock" or "flow cancel". Throws where an agent may not run it. */
export async function permitRelease(env: Environment, projectDir: string, command: string): Promise<Act> {
  const act = await findActor(env, command);
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

/** Shown with the next hook answer that can carry a message: `done`, such as "the lock was removed", by whom, and why. */
export async function tellUser(env: Environment, act: Act, done: string, why = ""): Promise<void> {
  const { sessionId } = env;
  const { by, command, transcriptFrom } = act;
  if (by === "user" || !sessionId || !isSessionId(sessionId)) return;
  const text = `holdfast: ${done} ${BY[by]}${why === "" ? "." : `: ${why}`}`;
  const open = transcriptFrom === null ? null : { command, transcriptFrom };
  // Without a store the message is lost; the release must work all the same.
  const message = redact(text).text;
  await withStore(env, (store) => queueMessage(store, sessionId, message, Date.now(), open)).catch(() => {});
}
