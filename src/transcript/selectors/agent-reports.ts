import type { TranscriptItem } from "../item.ts";

export interface AgentReport {
  agentId: string | null;
  agentType: string | null;
  /** The id of the call that started it. */
  callId: string | null;
  /** `completed`, or how a background agent ended. */
  status: string;
  text: string;
  timestamp: number | null;
  offset: number;
}

const LAUNCHED = new Set(["async_launched", "teammate_spawned"]);

/** What subagents handed back: at once, or later by a notification, which may come several ways. */
export function agentReports(items: Iterable<TranscriptItem>): AgentReport[] {
  const types = new Map<string, string | null>();
  const seen = new Set<string>();
  const reports: AgentReport[] = [];
  for (const item of items) {
    const { timestamp, offset } = item;
    if (item.kind === "tool-result" && item.agent) {
      const { agentId, agentType, status, text } = item.agent;
      if (agentId !== null) types.set(agentId, agentType);
      if (!LAUNCHED.has(status))
        reports.push({ agentId, agentType, callId: item.id, status, text, timestamp, offset });
    }
    // A shell that ends notifies too, without a result.
    if (item.kind !== "task-notification" || (item.result === null && !types.has(item.taskId))) continue;
    const { taskId: agentId, callId, status, result } = item;
    const key = JSON.stringify([agentId, status, result]);
    if (seen.has(key)) continue;
    seen.add(key);
    const agentType = types.get(agentId) ?? null;
    reports.push({ agentId, agentType, callId, status, text: result ?? "", timestamp, offset });
  }
  return reports;
}
