import type { StopEvent } from "../../src/protocol/hook-event.ts";

/** A main agent's ordinary Stop. */
export function makeStop(overrides: Partial<StopEvent> = {}): StopEvent {
  return {
    name: "Stop",
    sessionId: "s1",
    transcriptPath: null,
    cwd: "/project",
    promptId: "p1",
    permissionMode: "default",
    agentId: null,
    agentType: null,
    stopHookActive: false,
    lastAssistantMessage: "Done.",
    backgroundTasks: [],
    agentTranscriptPath: null,
    ...overrides,
  };
}
