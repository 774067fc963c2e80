import type { Config } from "../../config/config.ts";
import type { ToolEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import type { NewCall } from "../queue/pending-queue.ts";
import { mayCapture } from "./may-capture.ts";
import { plainCallRow, redactedCallRow } from "./redact-call.ts";
import { recordRedacted } from "./redact-on-demand.ts";

/** What goes into the queue. Never throws: the call is counted all the same. */
export async function captureToolCall(
  context: HookContext<ToolEvent>,
  config: Config,
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
  };
  const rules = { exclude: config.capture.exclude, maxCharacters: config.capture.rowKilobytes * 1024 };
  try {
    const kept =
      plainCallRow(call, rules) ?? (await recordRedacted((cleaner) => redactedCallRow(call, rules, cleaner)));
    return kept && { ...kept, sessionId, toolUseId, tool: toolName, at: now };
  } catch (fault) {
    await noteFault(context, "capture", fault);
    return null;
  }
}
