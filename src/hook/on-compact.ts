import { loadConfig } from "../config/load-config.ts";
import { startDetached } from "../platform/process/start-self.ts";
import type { CompactEvent } from "../protocol/hook-event.ts";
import { mayCapture } from "../recording/capture/may-capture.ts";
import { type HookContext, noteFault } from "../store/event-context.ts";

/**
 * A transcript of 100 MB takes longer than a hook may. The client only adds to it, so what it holds now is told by its
 * size. Never throws: the compaction goes on.
 */
export async function onCompact(context: HookContext<CompactEvent>): Promise<void> {
  const { event, env, projectDir, now } = context;
  const { sessionId, transcriptPath, trigger } = event;
  if (sessionId === null || !transcriptPath?.startsWith("/") || !projectDir?.startsWith("/")) return;
  try {
    const { config } = await loadConfig(env, projectDir);
    if (!config.capture.exports || !mayCapture(context, config)) return;
    const { size } = Bun.file(transcriptPath);
    if (!Number.isFinite(size) || size === 0) return;
    const place = ["--session", sessionId, "--project", projectDir, "--transcript", transcriptPath];
    // Other processes see the arguments: no text of the payload's own choosing goes there.
    const word = /^[a-z]{1,20}$/.test(trigger) ? trigger : "unknown";
    startDetached(["export", ...place, "--bytes", `${size}`, "--trigger", word, "--at", `${now}`]);
  } catch (error) {
    await noteFault(context, "export", error);
  }
}
