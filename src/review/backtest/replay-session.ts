// Replays one past session: the engine judges each stop by facts from the transcript and rows in a temporary store.
import { type Environment, readEnvironment } from "../../config/environment.ts";
import { NO_FILES } from "../../config/load-config.ts";
import type { Config } from "../../config/schema.ts";
import type { Verdict } from "../../gates/engine/budget.ts";
import { openBudget } from "../../gates/engine/budget-rows.ts";
import type { Finding } from "../../gates/engine/gate.ts";
import { openStop } from "../../gates/engine/open-stop.ts";
import { recordDecision } from "../../gates/engine/record-decision.ts";
import { judgeStop } from "../../gates/engine/stop.ts";
import type { SharedFacts, StopContext } from "../../gates/engine/stop-context.ts";
import { Pacer } from "../../platform/pacer.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";
import { readOpenTasks } from "../../recording/tasks/open-tasks.ts";
import { readTasks } from "../../recording/tasks/record-tasks.ts";
import { createTrace } from "../../store/hook-context.ts";
import { openTemporaryStore } from "../../store/migrations/migrate.ts";
import type { Store } from "../../store/open.ts";
import { saveTasks } from "../../store/tasks.ts";
import { firstLine, oneLine } from "../../text/clip.ts";
import { toolEventOf } from "../../transcript/events.ts";
import { isForeignFile } from "../../transcript/parse-chunk.ts";
import { createOutcome, streamItems } from "../../transcript/read-since.ts";
import { opensBudget, type PastStop, Turns } from "../../transcript/selectors/turns.ts";
import { noTree } from "../../worktree/tree-state.ts";
import { SessionFacts } from "./session-facts.ts";

export interface SessionReplay {
  sessionId: string;
  project: string | null;
  prompts: number;
  stops: ReplayedStop[];
  /** Turns that were interrupted or failed, and so ended without a stop. */
  turnsWithoutStop: number;
  /** Why the rest was not read. */
  problem: string | null;
}

export interface ReplayedStop {
  key: string;
  at: number;
  /** The reason of the hook, ours or another, that held it at the time. */
  heldThen: string | null;
  verdict: Verdict;
  /** Findings that held, or held until they were released. */
  open: ReplayedFinding[];
}

export interface ReplayedFinding {
  gate: string;
  code: string;
  /** Redacted. */
  text: string;
}

export function hasConversation({ prompts, stops, turnsWithoutStop }: SessionReplay): boolean {
  return prompts + stops.length + turnsWithoutStop > 0;
}

/** The store contains one session at a time. */
const SESSION_ID = "replayed-session";
/** A device has no subfolders, so whatever a gate looks for is absent, and nothing can be written. */
const NO_FOLDER = "/dev/null/holdfast";
const ENVIRONMENT: Environment = {
  ...readEnvironment({}),
  holdfastHome: NO_FOLDER,
  claudeDir: NO_FOLDER,
  tempDir: NO_FOLDER,
};
const MAX_TEXT = 240;

/** Returns a function that replays one file at a time. */
export function openReplayer(config: Config) {
  const store = openTemporaryStore();
  return async (path: string, sessionId: string): Promise<SessionReplay> => {
    store.run("BEGIN");
    try {
      return await replayFile(path, sessionId, config, store);
    } finally {
      // Empties the store for the next session.
      if (store.inTransaction) store.run("ROLLBACK");
    }
  };
}

async function replayFile(
  path: string,
  sessionId: string,
  config: Config,
  store: Store,
): Promise<SessionReplay> {
  const facts = new SessionFacts();
  const turns = new Turns();
  const outcome = createOutcome();
  const stops: ReplayedStop[] = [];
  const judge = async (past: PastStop | null) => {
    if (past !== null) stops.push(await judgePast(past, facts, config, store));
  };
  const pacer = new Pacer();
  for await (const item of streamItems(path, outcome)) {
    await pacer.yieldIfDue();
    await judge(turns.follow(item));
    facts.follow(item);
    const report = item.kind === "tool-result" ? toolEventOf(item)?.taskReport : null;
    if (report) saveTasks(store, SESSION_ID, readTasks(report), item.timestamp ?? 0);
    if (opensBudget(item)) openBudget(store, SESSION_ID, "main", item.timestamp ?? 0);
  }
  await judge(turns.end());
  return {
    sessionId,
    project: facts.project && shorten(facts.project),
    prompts: facts.prompts,
    stops: isForeignFile(outcome.report) ? [] : stops,
    turnsWithoutStop: turns.unfinished,
    problem: outcome.problem?.message ?? null,
  };
}

async function judgePast(
  past: PastStop,
  facts: SessionFacts,
  config: Config,
  store: Store,
): Promise<ReplayedStop> {
  const stop = openPastStop(past, facts, config, store);
  const { verdict, open } = await recordDecision(stop, await judgeStop(stop), { isLogged: false });
  return {
    key: past.key,
    at: past.at,
    heldThen: past.heldThen === null ? null : shorten(past.heldThen),
    verdict,
    open: open.map(describe),
  };
}

function openPastStop(
  past: PastStop,
  facts: SessionFacts,
  config: Config,
  store: Store,
): StopContext<StopEvent> {
  const context = {
    event: toEvent(past, facts),
    env: ENVIRONMENT,
    startDir: null,
    projectDir: null,
    now: past.at,
    trace: createTrace(false),
    payload: "",
  };
  const shared: SharedFacts = {
    toolCalls: async () => facts.toolCalls,
    changes: async () => facts.changes(past.at),
    tree: async () => noTree(past.at, null),
    openTasks: () => readOpenTasks(stop, false),
    recentItems: async () => facts.recentItems(),
    mutatingCalls: async () => facts.mutatingCalls(),
    recentActivity: async () => facts.recentActivity(),
    agentPrompt: async () => "",
    unsavedMemories: async () => [],
  };
  const stop: StopContext<StopEvent> = openStop(context, { ...NO_FILES, config }, store, {
    commands: null,
    shared,
  });
  return stop;
}

function toEvent(past: PastStop, facts: SessionFacts): StopEvent {
  return {
    name: "Stop",
    sessionId: SESSION_ID,
    transcriptPath: null,
    cwd: null,
    promptId: null,
    permissionMode: facts.isPlanMode ? "plan" : null,
    agentId: null,
    agentType: null,
    stopHookActive: past.active,
    lastAssistantMessage: past.message,
    backgroundTasks: facts.backgroundTasks(),
    agentTranscriptPath: null,
  };
}

function describe({ gate, code, summary, reason }: Finding): ReplayedFinding {
  return { gate, code, text: shorten(summary ?? firstLine(reason)) };
}

function shorten(text: string): string {
  return oneLine(redactAndShorten(text, MAX_TEXT));
}
