// Work in the background, as the client would have listed it at a stop: started and not said to have ended.
import type { BackgroundTask } from "../../protocol/hook-event.ts";
import type { TranscriptItem } from "../../transcript/item.ts";

export interface Background {
  follow(item: TranscriptItem): void;
  running(): BackgroundTask[];
}

const MOST = 100;
const ENDING_TOOLS = new Set(["KillShell", "KillBash", "TaskStop"]);

export function createBackground(): Background {
  const running = new Map<string, BackgroundTask & { callId: string }>();

  function start(id: string, callId: string, type: string, command: string): void {
    running.set(id, { id, callId, type, status: "running", description: "", command });
    const [oldest] = running.keys();
    if (running.size > MOST && oldest !== undefined) running.delete(oldest);
  }

  function endCall(callId: string | null): void {
    for (const [id, task] of running) if (task.callId === callId) running.delete(id);
  }

  return {
    follow(item) {
      if (item.kind === "task-notification") {
        running.delete(item.taskId);
        endCall(item.callId);
      }
      if (item.kind !== "tool-result" || item.isError) return;
      const input = item.call?.input ?? {};
      if (ENDING_TOOLS.has(item.call?.tool ?? ""))
        running.delete(String(input.shell_id ?? input.task_id ?? input.bash_id ?? ""));
      if (item.backgroundTaskId !== null)
        start(
          item.backgroundTaskId,
          item.id,
          "shell",
          typeof input.command === "string" ? input.command : "",
        );
      else if (item.agent?.status === "async_launched")
        start(item.agent.agentId ?? item.id, item.id, "subagent", "");
    },
    running: () => [...running.values()],
  };
}
