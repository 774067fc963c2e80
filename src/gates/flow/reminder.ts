// Reminds a session that starts or is resumed of its flow, and of flows that other sessions left.

import type { OpenWork } from "../../memory/recall/parts/open-ends.ts";
import type { Store } from "../../store/open.ts";
import { newestSession } from "../../store/sessions.ts";
import { isUnfinished } from "../../store/tasks.ts";
import { clip } from "../../text/clip.ts";
import type { Reminder, ReminderContext } from "../engine/gate.ts";
import type { Flow } from "./flow.ts";
import { findFlow, openFlowsOfOthers } from "./rows.ts";

const MAX_TASK_LENGTH = 200;

export async function remindOfFlow(start: ReminderContext): Promise<Reminder | null> {
  const { store, event, projectDir } = start;
  const { sessionId } = event;
  if (store === null || sessionId === null) return null;
  const leftOpen =
    projectDir === null ? [] : openFlowsOfOthers(store, projectDir, sessionId).map(describeOpen);
  return { ...ownFlow(start, store, sessionId), leftOpen };
}

function ownFlow({ event, projectDir }: ReminderContext, store: Store, sessionId: string): Reminder {
  const own = findFlow(store, sessionId);
  if (own?.status === "active") return { holds: [describeActive(own)] };
  if (own?.status === "suspended") {
    const text = `The flow of this session is suspended: ${name(own)}. \`holdfast flow resume\` continues it.`;
    return { notes: [text], messages: [`holdfast: ${text}`] };
  }
  const isNew = event.source === "fork" || event.source === "clear";
  return isNew && projectDir !== null ? describeLeftBehind(store, projectDir, sessionId) : {};
}

function describeActive(flow: Flow): string {
  return `A holdfast flow is on in this session (phase: ${flow.phase}): ${name(flow)}. \`holdfast flow status\` shows what is open and what to do next; it ends with \`holdfast flow done\`.`;
}

/** The flow of the previous session in this project, which stays with that session until it is taken over. */
function describeLeftBehind(store: Store, projectDir: string, sessionId: string): Reminder {
  const other = newestSession(store, projectDir, sessionId);
  const flow = other && findFlow(store, other.session_id);
  if (!flow || flow.fileKey !== null || !isUnfinished(flow)) return {};
  const text = `The session before this one left a flow (phase: ${flow.phase}): ${name(flow)}. To continue it here, with its evidence: \`holdfast flow resume --from ${flow.sessionId}\`.`;
  return { holds: [text], messages: [`holdfast: ${text}`] };
}

function describeOpen({ sessionId, status, phase, task }: Flow): OpenWork {
  return {
    sessionId,
    what: `a flow (${status}, phase ${phase})`,
    task,
    resume: `holdfast flow resume --from ${sessionId}`,
  };
}

function name({ task }: Flow): string {
  return clip(task, MAX_TASK_LENGTH);
}
