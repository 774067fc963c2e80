// What a session that starts or goes on should know about flows.

import type { SessionStartEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import { newestOtherSession } from "../../store/sessions.ts";
import type { Reminder } from "../loop/remember-loop.ts";
import type { Flow } from "./flow.ts";
import { findFlow } from "./rows.ts";

const NOTHING: Reminder = { context: [], messages: [] };
const MAX_TASK = 200;

export function rememberFlow(store: Store, { event, projectDir }: HookContext<SessionStartEvent>): Reminder {
  const { sessionId, source } = event;
  if (sessionId === null) return NOTHING;
  const own = findFlow(store, sessionId);
  if (own?.status === "active") return { context: [describeActive(own)], messages: [] };
  if (own?.status === "suspended") {
    const text = `The flow of this session is suspended: ${name(own)}. \`holdfast flow resume\` goes on with it.`;
    return { context: [], messages: [`holdfast: ${text}`] };
  }
  const isNew = source === "fork" || source === "clear";
  return isNew && projectDir !== null ? describeLeftBehind(store, projectDir, sessionId) : NOTHING;
}

function describeActive(flow: Flow): string {
  return `A holdfast flow is on in this session (phase: ${flow.phase}): ${name(flow)}. \`holdfast flow status\` shows what is open and what to do next; it ends with \`holdfast flow done\`.`;
}

/** The session before this one here: what it declared stays with it until somebody takes it over. */
function describeLeftBehind(store: Store, projectDir: string, sessionId: string): Reminder {
  const other = newestOtherSession(store, projectDir, sessionId);
  const flow = other && findFlow(store, other.session_id);
  if (!flow || flow.fileKey !== null || (flow.status !== "active" && flow.status !== "suspended")) {
    return NOTHING;
  }
  const text = `The session before this one left a flow (phase: ${flow.phase}): ${name(flow)}. To go on with it here, with its evidence: \`holdfast flow resume --from ${flow.sessionId}\`.`;
  return { context: [text], messages: [`holdfast: ${text}`] };
}

function name({ task }: Flow): string {
  return task.length <= MAX_TASK ? task : `${task.slice(0, MAX_TASK)}…`;
}
