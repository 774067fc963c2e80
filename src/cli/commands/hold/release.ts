// Loosening from inside Claude: works unless the user forbade it, is recorded as Claude's act, and told to the user.

import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { isSessionId } from "../../../protocol/hook-event.ts";
import { queueMessage } from "../../../store/messages.ts";
import { UserError } from "../../../text/user-error.ts";
import { withStore } from "../../with-store.ts";

export async function permitRelease(
  env: Environment,
  projectDir: string,
  act: string,
): Promise<"user" | "claude"> {
  if (!env.insideClaude) return "user";
  const { config } = await loadConfig(env, projectDir);
  if (!config.selfRelease) {
    throw new UserError(
      "self-release",
      `\`holdfast ${act}\` from inside Claude is switched off here (selfRelease: false)`,
      "The user can run it in a terminal of their own.",
    );
  }
  return "claude";
}

/** Waits for the next answer that can carry it to the person. */
export async function tellRelease(env: Environment, text: string): Promise<void> {
  const { sessionId } = env;
  if (!env.insideClaude || !sessionId || !isSessionId(sessionId)) return;
  // Without a store nobody can be told later, and the release must work all the same.
  await withStore(env, (store) => queueMessage(store, sessionId, text, Date.now())).catch(() => {});
}
