// Turns the tool call of a hook event into a row of the queue.
import { mayCapture } from "../../config/place.ts";
import type { Config } from "../../config/schema.ts";
import type { ToolEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/hook-context.ts";
import type { NewCall } from "../queue/pending-queue.ts";
import { type CheckPlace, redactCall } from "./redact-call.ts";
import { redactOnDemand } from "./redact-on-demand.ts";

/** null when the call is not recorded. Never throws: the call must be counted anyway. */
export async function captureToolCall(
  context: HookContext<ToolEvent>,
  config: Config,
  checkPlace: CheckPlace | null,
): Promise<NewCall | null> {
  const { event, projectDir, now } = context;
  const { sessionId, agentId, toolUseId, error, durationMs } = event;
  const { toolName: tool, toolInput: input, toolResponse: response } = event;
  if (sessionId === null || !mayCapture(context, config)) return null;
  const call = { tool, input, response, error, agentId, projectDir, durationMs, checkPlace };
  const rules = { exclude: config.capture.exclude, maxCharacters: config.capture.rowKilobytes * 1024 };
  try {
    const redacted = await redactOnDemand((redactor) => redactCall(call, rules, redactor));
    if (redacted === null) return null;
    const { json: rawOutput, files, priority } = redacted;
    const filesTouched = JSON.stringify(files);
    return { sessionId, toolUseId, tool, rawOutput, filesTouched, priority, at: now };
  } catch (fault) {
    await noteFault(context, "capture", fault);
    return null;
  }
}
