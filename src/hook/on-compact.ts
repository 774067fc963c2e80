import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { mayCapture } from "../config/place.ts";
import type { Config } from "../config/schema.ts";
import { startDetached } from "../platform/process/start-self.ts";
import { isAbsolutePath } from "../platform/system.ts";
import type { Answer, PreCompactEvent } from "../protocol/hook-event.ts";
import { captureEvent } from "../recording/capture/capture-event.ts";
import { attempt, type HookContext } from "../store/hook-context.ts";
import { openLedger } from "../store/open.ts";

/** The client is about to compact: records the event and archives the transcript as it is now. */
export async function onCompact(context: HookContext<PreCompactEvent>): Promise<Answer> {
  const loaded = await loadConfig(context.env, context.projectDir);
  await attempt(context, "capture", async () =>
    captureEvent({ ...context, loaded, store: await openLedger(databasePath(context.env)) }),
  );
  await attempt(context, "export", () => startExport(context, loaded.config));
  return { kind: "silent" };
}

/**
 * In a detached process: a transcript of 100 MB takes longer than a hook may. The client only appends to the transcript,
 * so its size identifies its present content.
 */
function startExport(context: HookContext<PreCompactEvent>, config: Config): void {
  const { event, projectDir, now } = context;
  const { sessionId, transcriptPath, trigger } = event;
  if (sessionId === null || !isAbsolutePath(transcriptPath) || !isAbsolutePath(projectDir)) return;
  if (!config.capture.exports || !mayCapture(context, config)) return;
  const { size } = Bun.file(transcriptPath);
  if (!Number.isFinite(size) || size === 0) return;
  const place = ["--session", sessionId, "--project", projectDir, "--transcript", transcriptPath];
  // Other processes can see the arguments: no free text of the payload goes there.
  const word = /^[a-z]{1,20}$/.test(trigger) ? trigger : "unknown";
  startDetached([
    "background",
    "export",
    ...place,
    "--bytes",
    `${size}`,
    "--trigger",
    word,
    "--at",
    `${now}`,
  ]);
}
