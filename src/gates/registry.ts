// Every gate, the most important first: reasons keep this order. What stands here is cheap to ask; a gate itself is loaded
// when it may have something to say, and most stops are about none.

import { findLockFolder, listFoldersUpwards } from "../config/place.ts";
import type { Config } from "../config/schema.ts";
import { pathExists } from "../platform/files.ts";
import type { GatedEvent, HookEvent } from "../protocol/hook-event.ts";
import type { OpenContext } from "../store/hook-context.ts";
import type { Store } from "../store/open.ts";
import type { Gate, ReminderContext } from "./engine/gate.ts";
import type { StopContext } from "./engine/stop-context.ts";

/**
 * - declared: what somebody declared or asked of whoever stops. Asked one after the other.
 * - changes: what the turn did. Takes git, the transcript and commands: while declared work holds, only checks that bring
 *   a quick look are asked.
 * - last: asked when nothing else holds.
 */
export const STEPS = ["declared", "changes", "last"] as const;

export interface GateEntry {
  id: string;
  events: readonly GatedEvent["name"][];
  step: (typeof STEPS)[number];
  /** false: it has nothing to say, and nothing of it is loaded. */
  mayBeDue(stop: StopContext): boolean;
  /** It judges nothing but changes: it is not asked after a turn without a tool call. */
  skipOnQuietTurn?(config: Config): boolean;
  /** false: nothing is configured for it to look at. Absent where it needs no configuration. */
  isConfigured?(config: Config): boolean;
  /** Rows that may hold the session `$sessionId`: whether there are any is `snapshot.open[id]`. */
  snapshot?: string;
  /** Work of the project `$projectDir` that may have reached its goal without anybody noticing. */
  unfinished?: string;
  /** Events it is told of beside those it judges, and when that is worth loading it. */
  observes?: Partial<Record<HookEvent["name"], (context: OpenContext) => boolean>>;
  /** A session that starts may have to be reminded. */
  mayRemind?(start: ReminderContext): boolean;
  /** Some of its checks are asked while declared work holds, see `gatherBesideWork`. */
  checksBesideWork?(config: Config): boolean;
  /** Some of its checks run after the turn. */
  checksAfterTurn?(config: Config): boolean;
  /** It holds because somebody asked for it: that it held, or that nothing moved, says nothing about it. */
  holdsOnRequest?: true;
  /** Its findings come from commands, which take their time. */
  runsCommands?: true;
  load(): Promise<Gate<unknown>>;
}

export const GATES: readonly GateEntry[] = [
  {
    id: "lock",
    events: ["Stop"],
    step: "declared",
    holdsOnRequest: true,
    snapshot: "SELECT 1 FROM held_locks WHERE session_id = $sessionId",
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
    snapshot: "SELECT 1 FROM loops WHERE session_id = $sessionId AND status = 'active'",
    unfinished: "SELECT 1 FROM loops WHERE project_dir = $projectDir AND status IN ('active', 'suspended')",
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
    snapshot: "SELECT 1 FROM flows WHERE session_id = $sessionId AND status = 'active'",
    unfinished: "SELECT 1 FROM flows WHERE project_dir = $projectDir AND status IN ('active', 'suspended')",
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
    snapshot: "SELECT 1 FROM tasks WHERE session_id = $sessionId AND status IN ('pending', 'in_progress')",
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
    // Without stages of ours it takes another tool's word, which is not about this turn.
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
    mayBeDue: ({ config, event }) =>
      config.weakenedChecks !== "off" || (config.claims !== "off" && mayClaim(event)),
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

/** A gate without a switch of its own is on: what it asks is a list, empty by default. */
export function isEnabled({ gates }: Pick<Config, "gates">, id: string): boolean {
  const entry: unknown = Object.hasOwn(gates, id) ? gates[id as keyof typeof gates] : null;
  return !(typeof entry === "object" && entry !== null && "enabled" in entry && entry.enabled === false);
}

/** On, and with something to look at. */
export function isSwitchedOn(config: Config, { id, isConfigured }: GateEntry): boolean {
  return isEnabled(config, id) && (isConfigured?.(config) ?? true);
}

function hasLock(context: Pick<OpenContext, "projectDir" | "startDir">): boolean {
  return findLockFolder(context) !== null;
}

function wasLocked({ store, event }: ReminderContext): boolean {
  const held = "SELECT 1 FROM held_locks WHERE session_id = $sessionId";
  return (store?.query(held).get({ sessionId: event.sessionId ?? "" }) ?? null) !== null;
}

function hasStateFile({ snapshot, stateFolder }: StopContext, name: string): boolean {
  return snapshot.hasStateFiles && pathExists(`${stateFolder}/${name}`);
}

/** While a loop or a flow is on, a task may stand in the transcript alone. */
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

/** One of them is in every claim: without it the pattern is not even compiled. */
const CLAIM_WORDS = ["pass", "green", "succe", "committed", "pushed"];

/** Most messages say nothing of tests, commits and pushes. */
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

/** Its own, that of the session before it, or any of the project that nobody has finished. */
function mayHaveWork({ store, event, projectDir }: ReminderContext, table: DeclaredTable): boolean {
  if (store === null) return false;
  const open = `SELECT 1 FROM ${table} WHERE status IN ('active', 'suspended')
    AND (session_id = $sessionId OR project_dir = $projectDir OR $isNew)`;
  const isNew = event.source === "fork" || event.source === "clear";
  return store.query(open).get({ sessionId: event.sessionId ?? "", projectDir, isNew }) !== null;
}

export function hasUnfinishedWork(store: Store, projectDir: string): boolean {
  const work = GATES.flatMap(({ unfinished }) => unfinished ?? []).join(" UNION ALL ");
  return store.query(`${work} LIMIT 1`).get({ projectDir }) !== null;
}
