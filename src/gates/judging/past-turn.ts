// The last turn of a session as its Stop hook saw it: in `claude -p` the process ends with the turn, and judges are asked later.
import type { Environment } from "../../config/environment.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { createContext, createTrace } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import type { SessionRow } from "../../store/sessions.ts";
import { readTail } from "../../transcript/read-tail.ts";
import { openStop } from "../engine/open-stop.ts";
import type { StopContext } from "../engine/stop-context.ts";

const MAX_BYTES = 1024 * 1024;

export async function reopenTurn(
  env: Environment,
  store: Store,
  { session_id: sessionId, project_dir: projectDir, transcript_path: transcriptPath }: SessionRow,
): Promise<StopContext<StopEvent>> {
  const event: StopEvent = {
    name: "Stop",
    sessionId,
    transcriptPath,
    cwd: projectDir,
    promptId: null,
    permissionMode: null,
    agentId: null,
    agentType: null,
    stopHookActive: false,
    lastAssistantMessage: await readLastMessage(transcriptPath),
    backgroundTasks: [],
    agentTranscriptPath: null,
  };
  const loaded = await loadConfig(env, projectDir);
  return openStop(createContext(event, { ...env, projectDir }, createTrace(false), ""), loaded, store);
}

async function readLastMessage(path: string | null): Promise<string> {
  if (path === null) return "";
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
  const last = items.findLast((item) => item.kind === "assistant-text" && !item.sidechain);
  return last?.kind === "assistant-text" ? last.text : "";
}
