// The entries that `install` writes into the client's settings, derived from the event table.
import { type EventName, type Registration, registeredEvents } from "../protocol/claude-code/events.ts";
import { allowRules, type RuleChoice } from "./permission-rules.ts";

export interface HookEntry extends Registration {
  type: "command";
  command: string;
  args: string[];
  asyncRewake?: true;
}

export interface HookGroup {
  hooks: HookEntry[];
}

export interface WantedSettings {
  hooks: { event: EventName; group: HookGroup }[];
  allow: readonly string[];
  /** The client's own limit of consecutive blocks; null leaves it alone. */
  blockCap: string | null;
  /** The program that the status line calls; null for no status line. */
  statusLine: string | null;
}

/** In an event's entry that runs after the turn. */
export const BACKGROUND_ARG = "--background";

export const BLOCK_CAP_KEY = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP";
export const LONG_LOOPS_CAP = "30";

export interface SettingsChoice {
  longLoops?: boolean;
  rules?: RuleChoice;
  statusLine?: boolean;
  mcp?: boolean;
}

export function wantedSettings(
  executable: string,
  { longLoops = false, rules = "listed", statusLine = false, mcp = false }: SettingsChoice = {},
): WantedSettings {
  return {
    hooks: hookGroups(executable, ["hook"]),
    allow: allowRules(rules, mcp),
    blockCap: longLoops ? LONG_LOOPS_CAP : null,
    statusLine: statusLine ? executable : null,
  };
}

export function hookGroups(command: string, args: string[]): { event: EventName; group: HookGroup }[] {
  return registeredEvents().map(({ event, registration, background }) => {
    const hooks: HookEntry[] = [{ type: "command", command, args: [...args], ...registration }];
    const late = [...args, BACKGROUND_ARG];
    if (background) hooks.push({ type: "command", command, args: late, ...background, asyncRewake: true });
    return { event, group: { hooks } };
  });
}
