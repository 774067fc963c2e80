// Turns the tool call of a hook event into a row of the queue.
import { mayCapture } from "../../config/place.ts";
import type { Config } from "../../config/schema.ts";
import type { ToolEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/hook-context.ts";
import { mayValueHoldSecret } from "../../text/redaction/literal-scan.ts";
import type { NewCall } from "../queue/pending-queue.ts";
import { filesTouched } from "./call-fields.ts";
import {
  bashCommandOf,
  type Call,
  type CaptureRules,
  type CheckPlace,
  isExcludedTool,
  MAX_NAME,
  priorityOf,
  redactCall,
  toRawCall,
  whyWithheld,
} from "./redact-call.ts";
import { type Redactor, redactOnDemand } from "./redact-on-demand.ts";

type CallRow = Pick<NewCall, "rawOutput" | "filesTouched" | "priority">;

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
    const row =
      buildPlainRow(call, rules) ??
      (await redactOnDemand((redactor) => buildRedactedRow(call, rules, redactor)));
    return row && { ...row, sessionId, toolUseId, tool: toolName, at: now };
  } catch (fault) {
    await noteFault(context, "capture", fault);
    return null;
  }
}

/** The fast path, for small calls without anything that looks like a secret. null for other calls. */
export function buildPlainRow(call: Call, { exclude, maxCharacters }: CaptureRules): CallRow | null {
  if (isExcludedTool(call.tool, exclude) || (call.projectDir ?? "").length > MAX_NAME) return null;
  const command = bashCommandOf(call);
  const files = filesTouched(call.input, call.response);
  if (whyWithheld(call, files, command, exclude) !== null) return null;
  for (const file of files) if (file.length > MAX_NAME) return null;
  const raw = toRawCall(call, call.projectDir);
  const json = JSON.stringify(raw);
  if (json.length > maxCharacters || mayValueHoldSecret(raw, json)) return null;
  return { rawOutput: json, filesTouched: JSON.stringify(files), priority: priorityOf(call.tool, command) };
}

/** null when the config excludes the tool. */
export function buildRedactedRow(call: Call, rules: CaptureRules, redactor: Redactor): CallRow | null {
  const redacted = redactCall(call, rules, redactor);
  if (redacted === null) return null;
  const { json, files, priority } = redacted;
  return { rawOutput: json, filesTouched: JSON.stringify(files), priority };
}
