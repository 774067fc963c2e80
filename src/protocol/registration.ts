// How the other agents' hooks are registered: the part of each host that `install`, doctor and the tests share.
import { CODEX } from "./codex/registration.ts";
import { COPILOT } from "./copilot/registration.ts";
import { GEMINI } from "./gemini/registration.ts";
import type { HookEvent } from "./hook-event.ts";
import { QWEN } from "./qwen/registration.ts";

export interface HostEvent {
  /** The host's name of the event. */
  theirs: string;
  /** "PreToolUse": only the session log has it. */
  ours: Exclude<HookEvent["name"], "other"> | "PreToolUse";
  /** Seconds until the host ends the hook. */
  timeoutS: number;
}

export interface HostRegistration {
  id: string;
  /** As people write it. */
  name: string;
  /** Its program on PATH. */
  program: string;
  /** The host's folder, below the home folder. */
  folder: string;
  /** The variable that moves the folder. */
  folderVariable: string | null;
  /** The file of the hooks, in the folder. */
  file: string;
  /** Whether only our hooks are in the file: then it is created, and removed, as a whole. */
  isOwnFile: boolean;
  /** What a new file has beside `hooks`. */
  preamble: Record<string, unknown>;
  events: readonly HostEvent[];
  /** An element of `hooks[event]`. `command` is a line for the shell. */
  entryOf(command: string, timeoutS: number): object;
  /** What the person still has to do before the hooks run; null for nothing. */
  afterInstall: string | null;
}

export const REGISTRATIONS: readonly HostRegistration[] = [CODEX, COPILOT, GEMINI, QWEN];

/** The host's folder on this machine. */
export function folderOf(
  { folder, folderVariable }: Pick<HostRegistration, "folder" | "folderVariable">,
  { home, movedFolders }: { home: string; movedFolders: Readonly<Record<string, string>> },
): string {
  return (folderVariable === null ? undefined : movedFolders[folderVariable]) ?? `${home}/${folder}`;
}

/** What the host's file has below `hooks` for our executable. */
export function hooksOf({ events, entryOf }: HostRegistration, command: string): Record<string, object[]> {
  return Object.fromEntries(events.map(({ theirs, timeoutS }) => [theirs, [entryOf(command, timeoutS)]]));
}

/** The line that the hooks run. These hosts ignore `args`. */
export function hookCommand(executable: string): string {
  return `'${executable.replaceAll("'", String.raw`'\''`)}' hook`;
}

const DEFAULT_TIMEOUT_S = 10;

/** Milliseconds until the host ends a hook of this event. `theirs`: the host's own name of the event. */
export function timeoutMsOf(hostId: string, theirs: string | null): number {
  const { events = [] } = REGISTRATIONS.find(({ id }) => id === hostId) ?? {};
  return 1000 * (events.find((event) => event.theirs === theirs)?.timeoutS ?? DEFAULT_TIMEOUT_S);
}
