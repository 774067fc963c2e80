// Every gate, the most important first: reasons keep this order. A gate is loaded when one of the facts it is about may
// be there: most stops are about none.
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { FactName } from "./facts.ts";
import type { Gate } from "./finding.ts";

export interface GateEntry {
  id: string;
  events: readonly GatedEvent["name"][];
  /** Without any of these it has nothing to say. */
  about: readonly FactName[];
  load(): Promise<Gate>;
}

const STOP = ["Stop"] as const;

export const GATES: readonly GateEntry[] = [
  { id: "lock", events: STOP, about: ["lock"], load: async () => (await import("./lock.ts")).lock },
  { id: "loop", events: STOP, about: ["loop"], load: async () => (await import("./loop.ts")).loop },
  { id: "flow", events: STOP, about: ["flow"], load: async () => (await import("./flow.ts")).flow },
  {
    id: "pipeline",
    events: ["Stop", "SubagentStop"],
    about: ["pipeline", "stageWork"],
    load: async () => (await import("./pipeline.ts")).pipeline,
  },
  { id: "tasks", events: STOP, about: ["tasks"], load: async () => (await import("./tasks.ts")).tasks },
  {
    id: "quality",
    events: STOP,
    about: ["quality"],
    load: async () => (await import("./quality.ts")).quality,
  },
  {
    id: "subagents",
    events: ["SubagentStop"],
    about: ["subagent"],
    load: async () => (await import("./subagents.ts")).subagents,
  },
  {
    id: "proof",
    events: ["TaskCompleted"],
    about: ["proof"],
    load: async () => (await import("./proof.ts")).proof,
  },
  {
    id: "custom",
    events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
    about: ["custom"],
    load: async () => (await import("./custom.ts")).custom,
  },
  { id: "plan", events: STOP, about: ["plan"], load: async () => (await import("./plan.ts")).plan },
  {
    id: "checklist",
    events: STOP,
    about: ["checklist", "tasks"],
    load: async () => (await import("./checklist.ts")).checklist,
  },
  {
    id: "hygiene",
    events: ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"],
    about: ["leftovers"],
    load: async () => (await import("./hygiene.ts")).hygiene,
  },
  { id: "triage", events: STOP, about: ["triage"], load: async () => (await import("./triage.ts")).triage },
];
