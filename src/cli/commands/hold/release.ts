// Loosening from inside Claude: works unless the user forbade it, is recorded as Claude's act, and the user is told.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { queueMessage } from "../../../store/notices.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { withStore } from "../../store.ts";

/** Returns whose act it is; throws where Claude may not do it. */
export async function permitRelease(
  env: Environment,
  projectDir: string,
  command: string,
): Promise<"user" | "claude"> {
  if (!env.insideClaude) return "user";
  const { config } = await loadConfig(env, projectDir);
  if (config.selfRelease) return "claude";
  throw new UserError(
    "self-release",
    `\`holdfast ${command}\` from inside Claude is switched off here (selfRelease: false)`,
    "The user can run it in a terminal of their own.",
  );
}

/** Shown with the next hook answer that can carry a message. */
export async function tellUser(env: Environment, text: string): Promise<void> {
  const { sessionId } = env;
  if (!env.insideClaude || !sessionId || !isSessionId(sessionId)) return;
  // Without a store the message is lost; the release must work all the same.
  const message = redact(text).text;
  await withStore(env, (store) => queueMessage(store, sessionId, message, Date.now())).catch(() => {});
}
