// Events that only leave a line in the session's log.

import { loadConfig } from "../../config/load-config.ts";
import { databasePath } from "../../config/paths.ts";
import type {
  AgentStartEvent,
  CompactEvent,
  GatedEvent,
  TaskCreatedEvent,
} from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { logEvent } from "../../store/event-log.ts";
import { openLedger, type Store } from "../../store/open.ts";
import { noteSession } from "../../store/session-row.ts";
import { mayCapture } from "./may-capture.ts";
import { redactAndShorten } from "./redact-fully.ts";

type Loggable = AgentStartEvent | CompactEvent | TaskCreatedEvent | GatedEvent;

const MAX_CHARACTERS = 2000;

export async function captureEvent(context: HookContext<AgentStartEvent | CompactEvent>): Promise<void> {
  const { env, projectDir } = context;
  const [store, { config }] = await Promise.all([openLedger(databasePath(env)), loadConfig(env, projectDir)]);
  noteSession(store, context);
  if (mayCapture(context, config)) logHookEvent(store, context);
}

export function logHookEvent(store: Store, { event, now }: HookContext<Loggable>): void {
  if (event.sessionId === null) return;
  logEvent(store, {
    sessionId: event.sessionId,
    event: event.name,
    agentId: event.agentId,
    detail: describeEvent(event),
    at: now,
  });
}

function describeEvent(event: Loggable): Record<string, unknown> {
  const clean = (text: string) => redactAndShorten(text, MAX_CHARACTERS);
  switch (event.name) {
    case "SubagentStart":
      return { agent_type: clean(event.agentType ?? "") };
    case "SubagentStop":
      return { agent_type: clean(event.agentType ?? ""), last_message: clean(event.lastAssistantMessage) };
    case "TaskCreated":
    case "TaskCompleted":
      return { task_id: clean(event.taskId), subject: clean(event.taskSubject) };
    case "TeammateIdle":
      return { teammate: clean(event.teammateName) };
    case "PreCompact":
      return { trigger: clean(event.trigger), instructions: clean(event.instructions) };
    case "Stop":
      return {};
  }
}
