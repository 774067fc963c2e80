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
  /** SQL: rows that may block the session `$sessionId`. Whether there are any is `snapshot.open[id]`. */
  openRowsQuery?: string;
  /** Events that the gate records besides those it judges. The function says whether to load it. */
  onEvents?: Partial<Record<HookEvent["name"], (context: OpenContext) => boolean>>;
  /** Whether a session that starts may need a reminder. */
  mayRemind?(start: ReminderContext): boolean;
  /** Some checks run while declared work blocks, see `gatherBesideWork`. */
  checksBesideWork?(config: Config): boolean;
  /** Some checks run after the turn. */
  checksAfterTurn?(config: Config): boolean;
  /** Its findings come from commands, which may be slow. */
  runsCommands?: true;
  load(): Promise<Gate<unknown>>;
}

export const GATES: readonly GateEntry[] = [
  {
    id: "lock",
    ...ofGoal("lock", null),
    events: ["Stop"],
    // A lock that held the session may be gone without a release.
    mayBeDue: (stop) => stop.snapshot.open.lock === true || hasLock(stop),
    mayRemind: (start) => hasLock(start) || wasLocked(start),
    load: async () => (await import("./lock/gate.ts")).lock,
  },
  {
    id: "loop",
    ...ofGoal("loop", "loop.json"),
    events: ["Stop"],
    runsCommands: true,
    load: async () => (await import("./loop/gate.ts")).loop,
  },
  {
    id: "flow",
    ...ofGoal("flow", "orchestrator.json", { SubagentStop: (context) => hasOpenGoal(context, "flow") }),
    events: ["Stop"],
    load: async () => (await import("./flow/gate.ts")).flow,
  },
  {
    id: "pipeline",
    ...ofGoal("pipeline", null, {
      UserPromptSubmit: (context) =>
        context.loaded.config.pipeline.length > 0 && hasOpenGoal(context, "pipeline"),
      SubagentStart: ({ loaded }) => loaded.config.pipeline.length > 0,
      SubagentStop: ({ loaded }) => loaded.config.pipeline.length > 0,
    }),
    events: ["Stop", "SubagentStop"],
    mayBeDue: ({ config }) => config.pipeline.length > 0,
    runsCommands: true,
    load: async () => (await import("./pipeline/gate.ts")).pipeline,
  },
  {
    id: "tasks",
    events: ["Stop"],
    step: "declared",
    openRowsQuery:
      "SELECT 1 FROM tasks WHERE session_id = $sessionId AND (status IN ('pending', 'in_progress') OR unconfirmed = 1)",
    mayBeDue: mayHaveTasks,
    onEvents: { TaskCompleted: () => true },
    load: async () => (await import("./tasks/gate.ts")).tasks,
  },
  {
    id: "quality",
    events: ["Stop"],
    step: "changes",
    mayBeDue: ({ config, snapshot }) => snapshot.hasStateFiles || hasStages(config),
    // Without stages of ours the gate reads another tool's result, which is not about this turn.
    skipOnQuietTurn: hasStages,
    checksBesideWork: hasStages,
    checksAfterTurn: ({ quality }) =>
      quality.newTests !== "off" ||
      Object.values(quality.stages)
        .flat()
        .some(({ run, background, ci }) => ci || (background && run.trim() !== "")),
    load: async () => (await import("./quality/gate.ts")).quality,
  },
  {
    id: "subagents",
    ...ofGoal("subagents", null),
    events: ["SubagentStop"],
    mayBeDue: ({ config }) => config.subagents.length > 0,
    runsCommands: true,
    load: async () => (await import("./subagents/gate.ts")).subagents,
  },
  {
    id: "proof",
    ...ofGoal("proof", null),
    events: ["TaskCompleted"],
    mayBeDue: () => true,
    runsCommands: true,
    load: async () => (await import("./proof/gate.ts")).proof,
  },
  {
    id: "custom",
    events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
    step: "changes",
    mayBeDue: ({ config }) => config.gates.custom.length > 0,
    runsCommands: true,
    load: async () => (await import("./custom/gate.ts")).custom,
  },
  {
    id: "plan",
    ...ofGoal("plan", null),
    events: ["Stop"],
    // Its items may have been ticked without being done.
    step: "changes",
    mayBeDue: ({ projectDir }) => projectDir !== null,
    skipOnQuietTurn: () => true,
    mayRemind: (start) => mayHaveGoal(start, "plan") || mayHavePlan(start),
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
    mayBeDue: ({ config: { triage }, env }) =>
      triage.mode === "ask" && (!env.unattended || triage.askHeadless),
    load: async () => (await import("./triage/gate.ts")).triage,
  },
  {
    id: "judges",
    events: ["Stop"],
    step: "last",
    // A model is never asked while the client waits.
    mayBeDue: () => false,
    checksAfterTurn: ({ judge, judges }) => judge.by !== "off" && Object.keys(judges).length > 0,
    load: async () => (await import("./judges/gate.ts")).judges,
  },
];

/** A gate without an `enabled` key is on: its config is a list, empty by default. */
export function isEnabled({ gates }: Pick<Config, "gates">, id: string): boolean {
  const entry: unknown = Object.hasOwn(gates, id) ? gates[id as keyof typeof gates] : null;
  return !(typeof entry === "object" && entry !== null && "enabled" in entry && entry.enabled === false);
}

function hasLock(context: Pick<OpenContext, "projectDir" | "startDir">): boolean {
  return findLockFolder(context) !== null;
}

function mayHavePlan({ projectDir, loaded }: ReminderContext): boolean {
  if (projectDir === null) return false;
  const hasFolder = (folder: string) => pathExists(`${folder}/docs/plans`);
  return loaded.config.plan.files.length > 0 || listFoldersUpwards(projectDir).some(hasFolder);
}

function wasLocked({ store, event }: ReminderContext): boolean {
  return store !== null && hasOpenGoal({ store, event }, "lock");
}

function hasStateFile({ snapshot, stateFolders }: StopContext, name: string): boolean {
  return snapshot.hasStateFiles && stateFolders.some((folder) => pathExists(`${folder}/${name}`));
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

/** Not from store/goals.ts, which a stop with nothing due does not load. */
const OPEN_GOAL = "state IN ('active', 'suspended')";

/** What the entry of every kind of goal has. A goal that stalled is due too: a condition may be met since. */
function ofGoal(kind: string, file: string | null, onEvents: GateEntry["onEvents"] = {}) {
  return {
    step: "declared",
    openRowsQuery: `SELECT 1 FROM goals WHERE session_id = $sessionId AND kind = '${kind}'
      AND (state = 'active' OR (state = 'suspended' AND why = 'same-situation'))`,
    mayBeDue: (stop: StopContext): boolean =>
      stop.snapshot.open[kind] === true || (file !== null && hasStateFile(stop, file)),
    mayRemind: (start: ReminderContext): boolean => mayHaveGoal(start, kind),
    // A condition may be for a judge.
    checksAfterTurn: ({ judge }: Config) => judge.by !== "off",
    onEvents: {
      UserPromptSubmit: (context: OpenContext) => hasOpenGoal(context, kind),
      StopFailure: (context: OpenContext) => hasOpenGoal(context, kind),
      ...onEvents,
    },
  } as const;
}

function hasOpenGoal({ store, event }: Pick<OpenContext, "store" | "event">, kind: string): boolean {
  const open = `SELECT 1 FROM goals WHERE session_id = $sessionId AND kind = $kind AND ${OPEN_GOAL}`;
  return store.query(open).get({ sessionId: event.sessionId ?? "", kind }) !== null;
}

/** A goal of this session, of the one it continues, or any unfinished one of the project. */
function mayHaveGoal({ store, event, projectDir }: ReminderContext, kind: string): boolean {
  if (store === null) return false;
  const open = `SELECT 1 FROM goals WHERE kind = $kind AND ${OPEN_GOAL}
    AND (session_id = $sessionId OR project_dir = $projectDir OR $isNew)`;
  const isNew = event.source === "fork" || event.source === "clear";
  return store.query(open).get({ sessionId: event.sessionId ?? "", projectDir, isNew, kind }) !== null;
}

/** Goals of the project that may have been reached unnoticed. */
export function hasUnfinishedWork(store: Store, projectDir: string): boolean {
  const open = `SELECT 1 FROM goals WHERE project_dir = $projectDir AND ${OPEN_GOAL} AND conditions <> '[]' AND file_key IS NULL LIMIT 1`;
  return store.query(open).get({ projectDir }) !== null;
}
