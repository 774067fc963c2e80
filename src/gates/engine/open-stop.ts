// Makes the context of one gated event from live sources: the store's rows, the work tree, the transcript, commands.

import { listStateFolders } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { pathExists } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/hook-context.ts";
import type { Store } from "../../store/open.ts";
import { GATES } from "../registry.ts";
import type { BudgetRow } from "./budget-rows.ts";
import type { CommandRunner, SharedFacts, StopContext, StopSnapshot } from "./stop-context.ts";

/** From this many queued calls on, a Stop starts a drain, for a host that runs no hook after the turn. */
export const MIN_QUEUED_TO_DRAIN = 20;
const MAX_FOREGROUND_MS = 120_000;

/** Milliseconds left for all commands of a stop together. */
export function timeForCommands({ now }: Pick<StopContext, "now">): number {
  return now + MAX_FOREGROUND_MS - Date.now();
}

/** `overrides`: a replay's own facts and commands. */
export function openStop<E extends GatedEvent>(
  context: HookContext<E>,
  loaded: LoadedConfig,
  store: Store,
  overrides: Partial<Pick<StopContext, "shared" | "commands">> = {},
): StopContext<E> {
  const { event, env } = context;
  const agent = agentOf(event);
  const sessionId = event.sessionId ?? "";
  const stateFolders = listStateFolders(env, loaded, sessionId);
  const { budget, ...rows } = sessionId === "" ? NO_ROWS : readRows(store, sessionId, agent);
  const stop: StopContext<E> = {
    ...context,
    loaded,
    config: loaded.config,
    store,
    sessionId,
    agent,
    budget,
    turn: budget,
    round: (budget?.blocks ?? 0) + 1,
    snapshot: { ...rows, hasStateFiles: stateFolders.some(pathExists) },
    stateFolder: stateFolders[0] ?? "",
    stateFolders,
    findings: [],
    questions: [],
    messages: [],
    ownRuns: [],
    writes: [],
    shared: liveFacts(() => stop),
    commands: LIVE_COMMANDS,
    ...overrides,
  };
  return stop;
}

function agentOf(event: GatedEvent): string {
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

type Rows = Omit<StopSnapshot, "hasStateFiles"> & { budget: BudgetRow | null };

const NO_ROWS: Rows = {
  budget: null,
  open: {},
  hasMessages: false,
  guardFingerprint: null,
  queuedInSession: 0,
  queuedInTotal: 0,
};

/** One query, because each statement costs time on every stop. */
function readRows(store: Store, sessionId: string, agent: string): Rows {
  const gateColumns = GATES.filter(({ openRowsQuery }) => openRowsQuery !== undefined).map(
    ({ id, openRowsQuery }) => `EXISTS (${openRowsQuery}) AS "open_${id}",`,
  );
  const row = store
    .query(
      `SELECT budgets.*, ${gateColumns.join(" ")}
         EXISTS (SELECT 1 FROM messages WHERE session_id = $sessionId) AS messages,
         (SELECT guard_fingerprint FROM sessions WHERE session_id = $sessionId) AS guardFingerprint,
         (SELECT count(*) FROM pending_queue WHERE session_id = $sessionId AND status = 'raw') AS queuedInSession,
         (SELECT count(*) FROM (SELECT 1 FROM pending_queue WHERE status = 'raw' LIMIT ${MIN_QUEUED_TO_DRAIN})) AS queuedInTotal
       FROM (SELECT 1) LEFT JOIN budgets
         ON id = (SELECT max(id) FROM budgets WHERE session_id = $sessionId AND agent = $agent)`,
    )
    .get({ sessionId, agent }) as BudgetRow & { guardFingerprint: string | null } & Record<
      "messages" | "queuedInSession" | "queuedInTotal" | `open_${string}`,
      number
    >;
  const open: Record<string, boolean> = {};
  for (const { id } of GATES) open[id] = row[`open_${id}`] === 1;
  return {
    budget: row.id === null ? null : row,
    open,
    hasMessages: row.messages === 1,
    guardFingerprint: row.guardFingerprint,
    queuedInSession: row.queuedInSession,
    queuedInTotal: row.queuedInTotal,
  };
}

/** The module that gathers a fact is loaded on first use. */
function liveFacts(stop: () => StopContext): SharedFacts {
  return {
    toolCalls: once(async () => (await import("./progress.ts")).countToolCalls(stop())),
    changes: once(async () => (await import("./changes.ts")).gatherChanges(stop())),
    tree: async (dir) => (await import("../../worktree/event-tree.ts")).readTreeOnce(stop(), dir),
    openTasks: once(async () => {
      const { config, findings } = stop();
      const mayHold = config.tasks.block === "always" || findings.some(({ declaredWork }) => declaredWork);
      return (await import("../../recording/tasks/open-tasks.ts")).readOpenTasks(stop(), mayHold);
    }),
    recentItems: once(async () => {
      const path = transcriptOf(stop());
      return path === null
        ? []
        : (await import("../../transcript/read-tail.ts")).readRecentItems(stop().event, path);
    }),
    mutatingCalls: once(async () =>
      (await import("../../worktree/mutating-calls.ts")).readMutatingCalls(stop().event, 0),
    ),
    recentActivity: once(async () =>
      (await import("../../recording/runs/read-recent-activity.ts")).readRecentActivity(
        stop().store,
        stop().event,
      ),
    ),
    agentPrompt: once(async () =>
      (await import("./subagent-rules.ts")).readAgentPrompt(transcriptOf(stop())),
    ),
    unsavedMemories: once(async () =>
      (await import("../../memory/inbox/unsaved-memories.ts")).findUnsavedMemories(
        stop(),
        stop().turn?.opened_at,
      ),
    ),
  };
}

const LIVE_COMMANDS: CommandRunner = {
  verify: async (...call) => (await import("../commands/verify-command.ts")).runVerifyCommand(...call),
  check: async (...call) => (await import("../commands/run-check.ts")).runCheck(...call),
  answer: async (...call) => (await import("../../platform/process/run-command.ts")).runForAnswer(...call),
};

function transcriptOf({ event }: StopContext): string | null {
  return event.name === "SubagentStop" ? event.agentTranscriptPath : event.transcriptPath;
}

export function once<T>(gather: () => Promise<T>): () => Promise<T> {
  let fact: Promise<T> | null = null;
  return () => {
    fact ??= gather();
    return fact;
  };
}
