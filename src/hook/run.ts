// The pipeline of one event: who handles it, and the one place where a failure becomes a recorded allow.
import type { Environment } from "../config/environment.ts";
import type { Answer } from "../protocol/answer.ts";
import { type AgentStartEvent, type CompactEvent, type HookEvent, isGated } from "../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../store/event-context.ts";
import { StoreError, sqliteCode, toStoreError } from "../store/open.ts";
import type { Trace } from "../store/trace.ts";

const SILENT: Answer = { kind: "silent" };

/** `payload`: the event in the client's own words. */
export async function runHook(
  event: HookEvent,
  env: Environment,
  trace: Trace,
  payload = "",
): Promise<Answer> {
  const context: HookContext = {
    event,
    env,
    projectDir: env.projectDir ?? event.cwd,
    now: Date.now(),
    trace,
    payload,
  };
  try {
    const answer = await dispatch(context);
    trace.note(`answer: ${answer.kind}`);
    return answer;
  } catch (error) {
    const isStoreProblem = sqliteCode(error).startsWith("SQLITE_") || error instanceof StoreError;
    await noteFault(context, isStoreProblem ? "store" : "hook", isStoreProblem ? toStoreError(error) : error);
    return SILENT;
  }
}

async function dispatch(context: HookContext): Promise<Answer> {
  const { event } = context;
  if (isGated(event)) {
    const { judgeEvent } = await import("../gates/engine/judge-event.ts");
    return judgeEvent({ ...context, event });
  }
  switch (event.name) {
    case "PostToolUse":
    case "PostToolUseFailure": {
      const { onToolUse } = await import("./on-tool-use.ts");
      return onToolUse({ ...context, event });
    }
    case "UserPromptSubmit": {
      const { onPrompt } = await import("./on-prompt.ts");
      return onPrompt({ ...context, event });
    }
    case "SessionStart": {
      const { onSessionStart } = await import("./on-session-start.ts");
      return onSessionStart({ ...context, event });
    }
    case "SubagentStart": {
      const { onSubagentStart } = await import("./on-subagent-start.ts");
      await logQuietly({ ...context, event });
      return onSubagentStart({ ...context, event });
    }
    case "TaskCreated": {
      const { noteCreatedTask } = await import("../gates/tasks/mirror-tasks.ts");
      return noteCreatedTask({ ...context, event });
    }
    case "PreCompact": {
      await logQuietly({ ...context, event });
      const { onCompact } = await import("./on-compact.ts");
      await onCompact({ ...context, event });
      return SILENT;
    }
    case "SessionEnd": {
      const { onSessionEnd } = await import("./on-session-end.ts");
      return onSessionEnd({ ...context, event });
    }
    case "other":
      return SILENT;
  }
}

/** What else the event is for goes on when its line cannot be written. */
async function logQuietly(context: HookContext<AgentStartEvent | CompactEvent>): Promise<void> {
  try {
    const { captureEvent: noteEvent } = await import("../recording/capture/capture-event.ts");
    await noteEvent(context);
  } catch (error) {
    await noteFault(context, "capture", error);
  }
}
