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
  checkPlace: CheckPlace | null = null,
): Promise<NewCall | null> {
  const { event, projectDir, now } = context;
  const { sessionId, agentId, toolUseId, toolName, toolInput, toolResponse, error, durationMs } = event;
  if (sessionId === null || !mayCapture(context, config)) return null;
  const call = {
    tool: toolName,
    input: toolInput,
    response: toolResponse,
    error,
    agentId,
    projectDir,
    durationMs,
    checkPlace,
  };
  const rules = { exclude: config.capture.exclude, maxCharacters: config.capture.rowKilobytes * 1024 };
  try {
    const redacted = await redactOnDemand((redactor) => redactCall(call, rules, redactor));
    if (redacted === null) return null;
    const { json: rawOutput, files, priority } = redacted;
    return {
      ...{ sessionId, toolUseId, tool: toolName, at: now },
      ...{ rawOutput, filesTouched: JSON.stringify(files), priority },
    };
  } catch (fault) {
    await noteFault(context, "capture", fault);
    return null;
  }
}
