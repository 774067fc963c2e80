// Every gate, the most important first: reasons have this order. The entries are cheap to evaluate; a gate is loaded only when
// it may be due.

import { findLockFolder, listFoldersUpwards } from "../config/place.ts";
import type { Config } from "../config/schema.ts";
import { pathExists } from "../platform/files.ts";
import type { GatedEvent, HookEvent } from "../protocol/hook-event.ts";
import type { OpenContext } from "../store/hook-context.ts";
import type { Store } from "../store/open.ts";
import type { Gate, ReminderContext } from "./engine/gate.ts";
import type { StopContext } from "./engine/stop-context.ts";

/**
 * - declared: work that somebody declared or requested. These gates are asked one after the other.
 * - changes: what the turn did. Needs git, the transcript and commands, so while declared work blocks, only quick checks run.
 * - last: asked when nothing else blocks.
 */
export const STEPS = ["declared", "changes", "last"] as const;

export interface GateEntry {
  id: string;
  events: readonly GatedEvent["name"][];
  step: (typeof STEPS)[number];
  /** false: the gate has nothing to say and is not loaded. */
  mayBeDue(stop: StopContext): boolean;
  /** True for a gate that judges only changes: it is skipped after a turn without a tool call. */
  skipOnQuietTurn?(config: Config): boolean;
  /** false: the config gives the gate nothing to check. Absent if it needs no configuration. */
  isConfigured?(config: Config): boolean;
  /** SQL: rows that may block the session `$sessionId`. Whether there are any is `snapshot.open[id]`. */
  openRowsQuery?: string;
  /** SQL: work of the project `$projectDir` that may have reached its goal unnoticed. */
  unfinishedWorkQuery?: string;
  /** Events that the gate observes besides those it judges; the function says whether to load it. */
  observes?: Partial<Record<HookEvent["name"], (context: OpenContext) => boolean>>;
  /** Whether a session that starts may need a reminder. */
  mayRemind?(start: ReminderContext): boolean;
  /** Some checks run while declared work blocks, see `gatherBesideWork`. */
  checksBesideWork?(config: Config): boolean;
  /** Some checks run after the turn. */
  checksAfterTurn?(config: Config): boolean;
  /** Blocks because somebody asked for it: its blocks say nothing about the quality of the gate. */
  holdsOnRequest?: true;
  /** Its findings come from commands, which may be slow. */
  runsCommands?: true;
  load(): Promise<Gate<unknown>>;
}

const HELD_LOCKS = "SELECT 1 FROM held_locks WHERE session_id = $sessionId";

export const GATES: readonly GateEntry[] = [
  {
    id: "lock",
    events: ["Stop"],
    step: "declared",
    holdsOnRequest: true,
    openRowsQuery: HELD_LOCKS,
    // A lock that held the session may be gone without a release.
    mayBeDue: (stop) => stop.snapshot.open.lock === true || hasLock(stop),
    mayRemind: (start) => hasLock(start) || wasLocked(start),
    load: async () => (await import("./lock/gate.ts")).lock,
  },
  {
    id: "loop",
    events: ["Stop"],
    step: "declared",
    holdsOnRequest: true,
    openRowsQuery: "SELECT 1 FROM loops WHERE session_id = $sessionId AND status = 'active'",
    unfinishedWorkQuery:
      "SELECT 1 FROM loops WHERE project_dir = $projectDir AND status IN ('active', 'suspended')",
    mayBeDue: (stop) => stop.snapshot.open.loop === true || hasStateFile(stop, "loop.json"),
    mayRemind: (start) => mayHaveWork(start, "loops"),
    runsCommands: true,
    load: async () => (await import("./loop/gate.ts")).loop,
  },
  {
    id: "flow",
    events: ["Stop"],
    step: "declared",
    holdsOnRequest: true,
    openRowsQuery: "SELECT 1 FROM flows WHERE session_id = $sessionId AND status = 'active'",
    unfinishedWorkQuery:
      "SELECT 1 FROM flows WHERE project_dir = $projectDir AND status IN ('active', 'suspended')",
    mayBeDue: (stop) => stop.snapshot.open.flow === true || hasStateFile(stop, "orchestrator.json"),
    mayRemind: (start) => mayHaveWork(start, "flows"),
    observes: {
      UserPromptSubmit: (context) => hasOpenRow(context, "flows"),
      SubagentStop: (context) => hasOpenRow(context, "flows"),
    },
    load: async () => (await import("./flow/gate.ts")).flow,
  },
  {
    id: "pipeline",
    events: ["Stop", "SubagentStop"],
    step: "declared",
    holdsOnRequest: true,
    isConfigured: ({ pipeline }) => pipeline.length > 0,
    mayBeDue: ({ config }) => config.pipeline.length > 0,
    observes: {
      UserPromptSubmit: (context) => hasOpenRow(context, "pipeline_runs"),
      SubagentStart: ({ loaded }) => loaded.config.pipeline.length > 0,
      SubagentStop: ({ loaded }) => loaded.config.pipeline.length > 0,
    },
    runsCommands: true,
    load: async () => (await import("./pipeline/gate.ts")).pipeline,
  },
  {
    id: "tasks",
    events: ["Stop"],
    step: "declared",
    openRowsQuery:
      "SELECT 1 FROM tasks WHERE session_id = $sessionId AND status IN ('pending', 'in_progress')",
    mayBeDue: mayHaveTasks,
    observes: { TaskCompleted: () => true },
    load: async () => (await import("./tasks/gate.ts")).tasks,
  },
  {
    id: "quality",
    events: ["Stop"],
    step: "changes",
    isConfigured: hasStages,
    mayBeDue: ({ config, snapshot }) => snapshot.hasStateFiles || hasStages(config),
    // Without stages of ours the gate reads another tool's result, which is not about this turn.
    skipOnQuietTurn: hasStages,
    checksBesideWork: hasStages,
    checksAfterTurn: ({ quality }) =>
      Object.values(quality.stages)
        .flat()
        .some(({ run, background, ci }) => ci || (background && run.trim() !== "")),
    load: async () => (await import("./quality/gate.ts")).quality,
  },
  {
    id: "subagents",
    events: ["SubagentStop"],
    step: "declared",
    isConfigured: ({ subagents }) => subagents.length > 0,
    mayBeDue: ({ config }) => config.subagents.length > 0,
    runsCommands: true,
    load: async () => (await import("./subagents/gate.ts")).subagents,
  },
  {
    id: "proof",
    events: ["TaskCompleted"],
    step: "declared",
    mayBeDue: () => true,
    runsCommands: true,
    load: async () => (await import("./proof/gate.ts")).proof,
  },
  {
    id: "custom",
    events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
    step: "changes",
    isConfigured: ({ gates }) => gates.custom.length > 0,
    mayBeDue: ({ config }) => config.gates.custom.length > 0,
    runsCommands: true,
    load: async () => (await import("./custom/gate.ts")).custom,
  },
  {
    id: "plan",
    events: ["Stop"],
    step: "changes",
    mayBeDue: ({ projectDir }) => projectDir !== null,
    skipOnQuietTurn: () => true,
    mayRemind: ({ projectDir, loaded }) =>
      projectDir !== null &&
      (loaded.config.plan.files.length > 0 ||
        listFoldersUpwards(projectDir).some((folder) => pathExists(`${folder}/docs/plans`))),
    load: async () => (await import("./plan/gate.ts")).plan,
  },
  {
    id: "checklist",
    events: ["Stop"],
    step: "changes",
    mayBeDue: (stop) => hasOpenBox(stop.event) || (stop.config.checklist.block && mayHaveTasks(stop)),
    load: async () => (await import("./checklist/gate.ts")).checklist,
  },
  {
    id: "claims",
    events: ["Stop"],
    step: "changes",
    mayBeDue: ({ config, event }) => config.claims !== "off" && mayClaim(event),
    load: async () => (await import("./claims/gate.ts")).claims,
  },
  {
    id: "hygiene",
    events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
    step: "changes",
    mayBeDue: () => true,
    skipOnQuietTurn: () => true,
    load: async () => (await import("./hygiene/gate.ts")).hygiene,
  },
  {
    id: "triage",
    events: ["Stop"],
    step: "last",
    mayBeDue: ({ config, env }) => config.triage.mode === "ask" && !env.unattended,
    load: async () => (await import("./triage/gate.ts")).triage,
  },
];

/** A gate without an `enabled` key is on: its config is a list, empty by default. */
export function isEnabled({ gates }: Pick<Config, "gates">, id: string): boolean {
  const entry: unknown = Object.hasOwn(gates, id) ? gates[id as keyof typeof gates] : null;
  return !(typeof entry === "object" && entry !== null && "enabled" in entry && entry.enabled === false);
}

/** Enabled, and configured if it needs to be. */
export function isSwitchedOn(config: Config, { id, isConfigured }: GateEntry): boolean {
  return isEnabled(config, id) && (isConfigured?.(config) ?? true);
}

function hasLock(context: Pick<OpenContext, "projectDir" | "startDir">): boolean {
  return findLockFolder(context) !== null;
}

function wasLocked({ store, event }: ReminderContext): boolean {
  return (store?.query(HELD_LOCKS).get({ sessionId: event.sessionId ?? "" }) ?? null) !== null;
}

function hasStateFile({ snapshot, stateFolder }: StopContext, name: string): boolean {
  return snapshot.hasStateFiles && pathExists(`${stateFolder}/${name}`);
}

/** During a loop or a flow, a task may be in the transcript only. */
function mayHaveTasks({ config, snapshot }: StopContext): boolean {
  const { loop, flow, tasks } = snapshot.open;
  return snapshot.hasStateFiles || config.tasks.block === "always" || [loop, flow, tasks].includes(true);
}

function hasStages({ quality }: Config): boolean {
  return Object.keys(quality.stages).length > 0;
}

function hasOpenBox(event: GatedEvent): boolean {
  return "lastAssistantMessage" in event && event.lastAssistantMessage.includes("[ ]");
}

/** Every claim has one of these. Compiling the pattern takes time, and most messages have none. */
const CLAIM_WORDS = ["pass", "green", "succe", "committed", "pushed"];

function mayClaim(event: GatedEvent): boolean {
  const message = "lastAssistantMessage" in event ? event.lastAssistantMessage : "";
  const lower = message.toLowerCase();
  if (!CLAIM_WORDS.some((word) => lower.includes(word))) return false;
  return /\b(?:tests?|suites?|specs?)\b[^\n]{0,80}\b(?:pass|green|succe)|\b(?:committed|pushed)\b/i.test(
    message,
  );
}

type DeclaredTable = "loops" | "flows" | "pipeline_runs";

function hasOpenRow({ store, event }: OpenContext, table: DeclaredTable): boolean {
  const open = `SELECT 1 FROM ${table} WHERE session_id = $sessionId AND status IN ('active', 'suspended')`;
  return store.query(open).get({ sessionId: event.sessionId ?? "" }) !== null;
}

/** Work of this session, of the one it continues, or any unfinished work of the project. */
function mayHaveWork({ store, event, projectDir }: ReminderContext, table: DeclaredTable): boolean {
  if (store === null) return false;
  const open = `SELECT 1 FROM ${table} WHERE status IN ('active', 'suspended')
    AND (session_id = $sessionId OR project_dir = $projectDir OR $isNew)`;
  const isNew = event.source === "fork" || event.source === "clear";
  return store.query(open).get({ sessionId: event.sessionId ?? "", projectDir, isNew }) !== null;
}

export function hasUnfinishedWork(store: Store, projectDir: string): boolean {
  const work = GATES.flatMap(({ unfinishedWorkQuery }) => unfinishedWorkQuery ?? []).join(" UNION ALL ");
  return store.query(`${work} LIMIT 1`).get({ projectDir }) !== null;
}
