// What `install` writes into the client's settings, derived from the event table.
import { type EventName, type Registration, registeredEvents } from "../protocol/claude-code/events.ts";

export interface HookEntry {
  type: "command";
  command: string;
  args: string[];
  /** Seconds. */
  timeout: number;
  async?: true;
  asyncRewake?: true;
  statusMessage?: string;
  rewakeSummary?: string;
}

export interface HookGroup {
  hooks: HookEntry[];
}

export interface WantedSettings {
  hooks: { event: EventName; group: HookGroup }[];
  allow: readonly string[];
  /** The client's own limit of consecutive blocks; null leaves it alone. */
  blockCap: string | null;
}

/** Verbs that only read: none runs commands of a project, none loosens a gate. */
export const ALLOW_RULES: readonly string[] = [
  "Bash(holdfast status:*)",
  "Bash(holdfast explain:*)",
  "Bash(holdfast loop status:*)",
  "Bash(holdfast flow status:*)",
  "Bash(holdfast pipeline status:*)",
  "Bash(holdfast plan status:*)",
  "Bash(holdfast search:*)",
  "Bash(holdfast sessions list:*)",
  "Bash(holdfast sessions show:*)",
  "Bash(holdfast memory list:*)",
  "Bash(holdfast memory show:*)",
  "Bash(holdfast memory search:*)",
  "Bash(holdfast memory inbox:*)",
  "Bash(holdfast memory stats:*)",
  "Bash(holdfast config show:*)",
  "Bash(holdfast config check:*)",
  "Bash(holdfast config schema:*)",
];

/** Marks the entry of an event that runs after the turn. */
export const BACKGROUND_ARG = "--background";

export const BLOCK_CAP_KEY = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP";
export const LONG_LOOPS_CAP = "30";

export function wantedSettings(executable: string, longLoops: boolean): WantedSettings {
  return {
    hooks: hookGroups(executable, ["hook"]),
    allow: ALLOW_RULES,
    blockCap: longLoops ? LONG_LOOPS_CAP : null,
  };
}

export function hookGroups(command: string, args: string[]): { event: EventName; group: HookGroup }[] {
  return registeredEvents().map(({ event, registration, background }) => ({
    event,
    group: {
      hooks: [
        hookEntry(command, args, registration),
        ...(background
          ? [{ ...hookEntry(command, [...args, BACKGROUND_ARG], background), asyncRewake: true as const }]
          : []),
      ],
    },
  }));
}

function hookEntry(command: string, args: string[], registration: Registration): HookEntry {
  return {
    type: "command",
    command,
    args: [...args],
    timeout: registration.timeout,
    ...(registration.async ? { async: true as const } : {}),
    ...(registration.statusMessage ? { statusMessage: registration.statusMessage } : {}),
    ...(registration.rewakeSummary ? { rewakeSummary: registration.rewakeSummary } : {}),
  };
}
