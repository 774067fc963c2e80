// The stops of a session's subagents, as their hooks saw them: judges are asked about them with the turn that they belong to, because
// whatever a hook says to a subagent would replace its report.
import type { StopEvent } from "../../protocol/hook-event.ts";
import { readTail } from "../../transcript/read-tail.ts";
import { listSubagentFiles } from "../../transcript/subagent-files.ts";
import { openStop } from "../engine/open-stop.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { matchesAgent } from "../engine/subagent-rules.ts";

const MAX_STOPS = 20;
const MAX_BYTES = 1024 * 1024;

interface StopRow {
  agentId: string;
  agentType: string;
  report: string;
}

/** Those of the present budget whose last stop was allowed, in the order in which they ended. */
export async function openSubagentStops(
  stop: StopContext,
  pattern: string,
): Promise<StopContext<StopEvent>[]> {
  const rows = listAllowedStops(stop).filter(({ agentType }) => matchesAgent(pattern, agentType));
  if (rows.length === 0) return [];
  const { event, loaded, store } = stop;
  const main = event.transcriptPath;
  const files = main === null ? [] : await listSubagentFiles(main);
  return Promise.all(
    rows.map(async ({ agentId, agentType, report }) => {
      const path = files.find((file) => file.agentId === agentId)?.path ?? null;
      const about: StopEvent = {
        ...event,
        name: "SubagentStop",
        ...{ agentId, agentType, agentTranscriptPath: path },
        lastAssistantMessage: (path === null ? null : await readReport(path)) ?? report,
        ...{ stopHookActive: false, backgroundTasks: [] },
      };
      return openStop({ ...stop, event: about }, loaded, store);
    }),
  );
}

function listAllowedStops({ store, sessionId, turn }: StopContext): StopRow[] {
  return (
    store
      .query(
        `SELECT l.agent_id AS agentId, coalesce(l.detail ->> 'agent_type', '') AS agentType,
           coalesce(l.detail ->> 'last_message', '') AS report
         FROM event_log l
         WHERE l.session_id = $sessionId AND l.event = 'SubagentStop' AND l.at >= $since AND l.agent_id IS NOT NULL
           AND l.id = (SELECT max(id) FROM event_log
             WHERE session_id = $sessionId AND event = 'SubagentStop' AND agent_id = l.agent_id)
           AND 'blocked' IS NOT (SELECT verdict FROM decisions
             WHERE session_id = $sessionId AND agent = 'agent:' || l.agent_id ORDER BY id DESC LIMIT 1)
         ORDER BY l.id DESC LIMIT ${MAX_STOPS}`,
      )
      .all({ sessionId, since: turn?.opened_at ?? 0 }) as StopRow[]
  ).toReversed();
}

/** The whole one: the log has its beginning only. */
async function readReport(path: string): Promise<string | null> {
  const { items } = await readTail(path, { maxBytes: MAX_BYTES });
  const last = items.findLast((item) => item.kind === "assistant-text");
  return last?.kind === "assistant-text" ? last.text : null;
}
