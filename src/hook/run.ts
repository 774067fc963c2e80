// Dispatches an event to its handler, and turns its failure into a recorded allow.
import type { Environment } from "../config/environment.ts";
import { findProjectDir } from "../config/place.ts";
import { isGated } from "../protocol/claude-code/events.ts";
import type { Answer, HookEvent } from "../protocol/hook-event.ts";
import { createContext, type HookContext, noteFault, type Trace } from "../store/hook-context.ts";
import { StoreError, sqliteCode, toStoreError } from "../store/open.ts";
import { redactionTime } from "../text/redaction/time-limit.ts";

/** Shared by all texts of an event. */
const MAX_REDACTION_MS = 2_000;
const SILENT: Answer = { kind: "silent" };

/** `payload`: the event's JSON as the client sent it. */
export async function runHook(
  event: HookEvent,
  env: Environment,
  trace: Trace,
  payload = "",
): Promise<Answer> {
  let context: HookContext = createContext(event, env, trace, payload);
  try {
    context = { ...context, projectDir: await findProjectDir(env.projectDir, event.cwd) };
    redactionTime.leftMs = MAX_REDACTION_MS;
    const answer = await dispatch(context);
    trace.note(`answer: ${answer.kind}`);
    const problem = "a text took too long to search for secrets and was not recorded";
    if (redactionTime.ranOut) await noteFault(context, "redaction", problem);
    return answer;
  } catch (error) {
    const isStoreProblem = sqliteCode(error).startsWith("SQLITE_") || error instanceof StoreError;
    await noteFault(context, isStoreProblem ? "store" : "hook", isStoreProblem ? toStoreError(error) : error);
    return SILENT;
  }
}

/** Loads only the handler of this event. */
async function dispatch(context: HookContext): Promise<Answer> {
  const { event } = context;
  if (isGated(event)) return (await import("../gates/engine/stop.ts")).onStop({ ...context, event });
  switch (event.name) {
    case "PostToolUse":
    case "PostToolUseFailure":
      return (await import("./on-tool-use.ts")).onToolUse({ ...context, event });
    case "UserPromptSubmit":
      return (await import("./on-prompt.ts")).onPrompt({ ...context, event });
    case "SessionStart":
      return (await import("./on-session-start.ts")).onSessionStart({ ...context, event });
    case "SubagentStart":
      return (await import("./on-subagent-start.ts")).onSubagentStart({ ...context, event });
    case "TaskCreated":
      return (await import("./on-task-created.ts")).onTaskCreated({ ...context, event });
    case "PreCompact":
      return (await import("./on-compact.ts")).onCompact({ ...context, event });
    case "StopFailure":
      return (await import("./on-stop-failure.ts")).onStopFailure({ ...context, event });
    case "SessionEnd":
      return (await import("./on-session-end.ts")).onSessionEnd({ ...context, event });
    case "other":
      return SILENT;
  }
}
