// The one table of Claude Code's hook events: their names, registration, hooks.json, docs/internals/events.md and which are gated derive from it.
import type { GatedEvent, HookEvent } from "../hook-event.ts";

/** How an event is registered with the client. Events without it are not requested. */
export interface Registration {
  /** Seconds until the client sends SIGTERM. */
  timeout: number;
  /** The client does not wait for it. */
  async?: true;
  /** What the client shows while it waits. */
  statusMessage?: string;
  /** What the client shows when an entry that runs after the turn wakes Claude. */
  rewakeSummary?: string;
}

interface EventSpec {
  /** What holdfast does with it, one line for the docs. */
  use?: string;
  register?: Registration;
  /** A second entry, which runs after the turn and wakes Claude by a refusal (`asyncRewake`). */
  background?: Registration;
  /** How a refusal is encoded. An event with it goes through the gates. */
  refuse?: "json" | "exit2";
  /** Additional context makes Claude continue, as a refusal does. */
  continuesAfterContext?: true;
}

const TABLE = {
  PreToolUse: {},
  PostToolUse: {
    use: "records the tool call, notes background shells, mirrors tasks",
    register: { timeout: 10, async: true },
  },
  PostToolUseFailure: {
    use: "records the failed tool call",
    register: { timeout: 10, async: true },
  },
  PostToolBatch: {},
  Notification: {},
  UserPromptSubmit: {
    use: "records the prompt; opens a continuation budget when a person (or an SDK caller) speaks; recalls what it is about",
    register: { timeout: 10 },
  },
  UserPromptExpansion: {},
  SessionStart: {
    use: "records the session, puts holdfast on PATH, says what is active, paused or broken, and what earlier sessions did",
    register: { timeout: 10 },
  },
  SessionEnd: {
    use: "closes the session, checkpoints the store; in the background sums the session up and closes loops and flows whose goal was met",
    register: { timeout: 10 },
  },
  Stop: {
    use: "gates: may Claude stop?",
    register: { timeout: 180, statusMessage: "holdfast: may Claude stop?" },
    background: { timeout: 900, rewakeSummary: "holdfast: a check or judge objects after the turn" },
    refuse: "json",
    continuesAfterContext: true,
  },
  StopFailure: {
    use: "records what ended the turn; suspends loops and flows, which continue in the next session",
    register: { timeout: 10 },
  },
  SubagentStart: {
    use: "records that a subagent started; gives one of a pipeline the results it needs",
    register: { timeout: 10 },
  },
  SubagentStop: {
    use: "gates: may this subagent stop?",
    register: { timeout: 180, statusMessage: "holdfast: may the subagent stop?" },
    refuse: "json",
    continuesAfterContext: true,
  },
  PreCompact: {
    use: "records the compaction",
    register: { timeout: 10 },
  },
  PostCompact: {},
  PreModelSwitch: {},
  PostModelSwitch: {},
  PermissionRequest: {},
  PermissionDenied: {},
  Setup: {},
  TeammateIdle: {
    use: "gates: may this teammate go idle?",
    register: { timeout: 180, statusMessage: "holdfast: may the teammate go idle?" },
    refuse: "exit2",
  },
  TaskCreated: {
    use: "mirrors the task",
    register: { timeout: 10 },
  },
  TaskCompleted: {
    use: "gates: is this task complete? mirrors the task",
    register: { timeout: 180, statusMessage: "holdfast: is the task complete?" },
    refuse: "json",
  },
  Elicitation: {},
  ElicitationResult: {},
  ConfigChange: {},
  WorktreeCreate: {},
  WorktreeRemove: {},
  InstructionsLoaded: {},
  CwdChanged: {},
  FileChanged: {},
  DirectoryAdded: {},
  MessageDisplay: {},
} as const satisfies Record<string, EventSpec>;

export type EventName = keyof typeof TABLE;

export const EVENTS: Readonly<Record<EventName, EventSpec>> = TABLE;
const DEFAULT_TIMEOUT_S = 10;

export interface RegisteredEvent {
  event: EventName;
  registration: Registration;
  background: Registration | null;
}

/** The events holdfast asks the client for, in table order. */
export function registeredEvents(): RegisteredEvent[] {
  return (Object.keys(EVENTS) as EventName[]).flatMap((event) => {
    const { register: registration, background = null } = EVENTS[event];
    return registration ? [{ event, registration, background }] : [];
  });
}

/** The event goes through the gates, which may refuse it. */
export function isGated(event: HookEvent): event is GatedEvent {
  return event.name !== "other" && EVENTS[event.name].refuse !== undefined;
}

/** Seconds until the client ends a hook of this event. */
export function timeoutOf(event: EventName): number {
  return EVENTS[event].register?.timeout ?? DEFAULT_TIMEOUT_S;
}
