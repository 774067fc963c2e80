// At the end of a session: queues it for a reflection, which a process of its own makes.

import { databasePath } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import { mayCapture } from "../../config/place.ts";
import type { SessionEndEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import { markPending, noteSkipped } from "../../store/pending-reflections.ts";

/** No message takes less. The reflection itself counts them. */
const MIN_MESSAGE_BYTES = 150;

/** True when the session was queued. */
export async function enqueueReflection(
  context: HookContext<SessionEndEvent>,
  store: Store,
): Promise<boolean> {
  const { event, env, projectDir, now } = context;
  const { sessionId, transcriptPath } = event;
  if (env.reflecting || sessionId === null || transcriptPath === null) return false;
  const { config } = await loadConfig(env, projectDir);
  const { reflection } = config;
  if (!mayCapture(context, config) || !reflection.enabled || !reflection.triggers.includes("session_end"))
    return false;
  if (Bun.file(transcriptPath).size < reflection.min_messages * MIN_MESSAGE_BYTES) {
    const why = `it had fewer than ${reflection.min_messages} messages (reflection.min_messages)`;
    noteSkipped(store, projectDir, { why, at: now });
    return false;
  }
  const { attachMemory } = await import("../../store/attach-memory.ts");
  await attachMemory(store, databasePath(env));
  markPending(store, {
    session_id: sessionId,
    project_dir: projectDir,
    transcript_path: transcriptPath,
    requested_at: now,
  });
  return true;
}
