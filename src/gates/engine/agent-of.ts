import type { GatedEvent } from "../../protocol/hook-event.ts";

/** Budgets are kept apart by who wants to stop. */
export function agentOf(event: GatedEvent): string {
  switch (event.name) {
    case "Stop":
      return "main";
    case "SubagentStop":
      return `agent:${event.agentId ?? ""}`;
    case "TaskCompleted":
      return `task:${event.taskId}`;
    case "TeammateIdle":
      return `teammate:${event.teammateName}`;
  }
}
