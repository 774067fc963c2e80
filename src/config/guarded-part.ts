import type { Config } from "./schema.ts";

/** The settings that decide what holds a stop. */
export const HOLDING = [
  "continuation",
  "budget",
  "selfRelease",
  "gates",
  "flow",
  "tasks",
  "plan",
  "checklist",
  "claims",
  "hygiene",
  "quality",
  "subagents",
  "pipeline",
  "judge",
  "judges",
] as const satisfies readonly (keyof Config)[];

/** What has to be known of a config to find out later what was lowered. */
export function guardedPart(config: Config): Record<string, unknown> {
  const { recall, memory, sync, notify, capture } = config;
  return {
    ...Object.fromEntries(HOLDING.map((key) => [key, config[key]])),
    recall: { otherProjects: recall.otherProjects },
    memory: { model: memory.model },
    notify: { command: notify.command },
    capture: { exclude: capture.exclude },
    sync,
  };
}
