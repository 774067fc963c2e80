// Logs events other than prompts and tool calls.
import { mayCapture } from "../../config/place.ts";
import type {
  GatedEvent,
  PreCompactEvent,
  StopFailureEvent,
  SubagentStartEvent,
  TaskCreatedEvent,
} from "../../protocol/hook-event.ts";
import { attempt, type HookContext, hookTime, type OpenContext } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import { logEvent, noteSession } from "../../store/sessions.ts";
import { redactAndShorten } from "./redact-fully.ts";

type LoggableEvent = SubagentStartEvent | PreCompactEvent | StopFailureEvent | TaskCreatedEvent | GatedEvent;

const MAX_CHARACTERS = 2000;

/** Never throws: the rest of the event is handled anyway. */
export async function captureEvent(
  context: OpenContext<SubagentStartEvent | PreCompactEvent | StopFailureEvent | TaskCreatedEvent>,
): Promise<void> {
  await attempt(context, "capture", () => {
    noteSession(context.store, context);
    if (mayCapture(context, context.loaded.config)) logHookEvent(context.store, context, hookTime());
  });
}

export function logHookEvent(
  store: Store,
  { event, now }: HookContext<LoggableEvent>,
  hookMs?: number,
): void {
  if (event.sessionId === null) return;
  logEvent(store, {
    sessionId: event.sessionId,
    event: event.name,
    agentId: event.agentId,
    detail: describeEvent(event),
    at: now,
    ...(hookMs === undefined ? {} : { hookMs }),
  });
}

function describeEvent(event: LoggableEvent): Record<string, unknown> {
  const redact = (text: string) => redactAndShorten(text, MAX_CHARACTERS);
  switch (event.name) {
    case "SubagentStart":
      return { agent_type: redact(event.agentType ?? "") };
    case "SubagentStop":
      return { agent_type: redact(event.agentType ?? ""), last_message: redact(event.lastAssistantMessage) };
    case "TaskCreated":
    case "TaskCompleted":
      return { task_id: redact(event.taskId), subject: redact(event.taskSubject) };
    case "TeammateIdle":
      return { teammate: redact(event.teammateName) };
    case "PreCompact":
      return { trigger: redact(event.trigger), instructions: redact(event.instructions) };
    case "StopFailure":
      return { failure: redact(event.failure), message: redact(event.message) };
    case "Stop":
      return {};
  }
}
