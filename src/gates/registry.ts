// Every gate, the most important first: reasons keep this order. A gate is loaded when one of the facts it is about may
// be there: most stops are about none.
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { FactName } from "./engine/facts.ts";
import type { Gate } from "./engine/finding.ts";

export interface GateEntry {
  id: string;
  events: readonly GatedEvent["name"][];
  /** Without any of these it has nothing to say. */
  about: readonly FactName[];
  load(): Promise<Gate>;
}

const STOP = ["Stop"] as const;

export const GATES: readonly GateEntry[] = [
  { id: "lock", events: STOP, about: ["lock"], load: async () => (await import("./lock/gate.ts")).lock },
  { id: "loop", events: STOP, about: ["loop"], load: async () => (await import("./loop/gate.ts")).loop },
  { id: "flow", events: STOP, about: ["flow"], load: async () => (await import("./flow/gate.ts")).flow },
  {
    id: "pipeline",
    events: ["Stop", "SubagentStop"],
    about: ["pipeline", "stageWork"],
    load: async () => (await import("./pipeline/gate.ts")).pipeline,
  },
  { id: "tasks", events: STOP, about: ["tasks"], load: async () => (await import("./tasks/gate.ts")).tasks },
  {
    id: "quality",
    events: STOP,
    about: ["quality"],
    load: async () => (await import("./quality/gate.ts")).quality,
  },
  {
    id: "subagents",
    events: ["SubagentStop"],
    about: ["subagent"],
    load: async () => (await import("./subagents/gate.ts")).subagents,
  },
  {
    id: "proof",
    events: ["TaskCompleted"],
    about: ["proof"],
    load: async () => (await import("./proof/gate.ts")).proof,
  },
  {
    id: "custom",
    events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
    about: ["custom"],
    load: async () => (await import("./custom/gate.ts")).custom,
  },
  { id: "plan", events: STOP, about: ["plan"], load: async () => (await import("./plan/gate.ts")).plan },
  {
    id: "checklist",
    events: STOP,
    about: ["checklist", "tasks"],
    load: async () => (await import("./checklist/gate.ts")).checklist,
  },
  {
    id: "hygiene",
    events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
    about: ["leftovers"],
    load: async () => (await import("./hygiene/gate.ts")).hygiene,
  },
  {
    id: "triage",
    events: STOP,
    about: ["triage"],
    load: async () => (await import("./triage/gate.ts")).triage,
  },
];
