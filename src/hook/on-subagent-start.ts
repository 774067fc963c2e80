import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { forgetIdleTeammate } from "../gates/engine/background-tasks.ts";
import { notifyGates } from "../gates/engine/notify-gates.ts";
import type { Answer, SubagentStartEvent } from "../protocol/hook-event.ts";
import { captureEvent } from "../recording/capture/capture-event.ts";
import type { HookContext } from "../store/hook-context.ts";
import { openLedger } from "../store/open.ts";

/** A subagent or teammate starts: records it, and gives it the notes that gates have for it. */
export async function onSubagentStart(context: HookContext<SubagentStartEvent>): Promise<Answer> {
  const { event, env, projectDir } = context;
  const store = await openLedger(databasePath(env));
  // The name of a teammate is the type of its agent.
  const { sessionId, agentId, agentType: name } = event;
  forgetIdleTeammate(store, { sessionId, name, agentId });
  const open = { ...context, store, loaded: await loadConfig(env, projectDir) };
  await captureEvent(open);
  const { notes } = await notifyGates(open);
  return notes.length > 0 ? { kind: "context", context: notes.join("\n") } : { kind: "silent" };
}
