// The events that hooks would have brought, from the items of a transcript. What the client sends no event for has none here.

import { RESENT_PLAN } from "../protocol/claude-code/parse-event.ts";
import type { ToolEvent } from "../protocol/hook-event.ts";
import { createToolEvent } from "../protocol/tool-event.ts";
import type { TranscriptItem } from "./item.ts";
import type { ToolFailure, ToolResult } from "./tool-item.ts";

/** Any other failure means that the call did not run. */
const FAILED_IN_RUN = new Set<ToolFailure | null>(["command", "other"]);

/** null for a call that never ran, or that was not read. */
export function toolEventOf(item: ToolResult): ToolEvent | null {
  const { call, isError, failure, response, text, sessionId, cwd, agentId } = item;
  if (call === null || (isError && !FAILED_IN_RUN.has(failure))) return null;
  const base = {
    ...{ sessionId, cwd, agentId, agentType: null },
    ...{ transcriptPath: null, promptId: null, permissionMode: null },
  };
  return createToolEvent(base, {
    tool: call.tool,
    id: item.id,
    input: call.input,
    response,
    error: isError ? text : null,
    durationMs: null,
    isInterrupted: false,
  });
}

/** The text of a prompt's event; null for an item that is no prompt. */
export function promptTextOf(item: TranscriptItem): string | null {
  if (item.sidechain) return null;
  if (item.kind === "prompt") return item.text;
  if (item.kind === "plan-approval" && item.via === "resent") return `${RESENT_PLAN}\n\n${item.plan}`;
  return item.kind === "slash-command" && item.args !== "" ? `${item.name} ${item.args}` : null;
}
