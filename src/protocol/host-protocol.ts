// What a host other than Claude Code does differently. Its events are translated into the spelling of Claude Code, which one
// parser reads; its answers are encoded by the host itself.
import type { HookOutput } from "./claude-code/encode-answer.ts";
import type { EventName } from "./claude-code/events.ts";
import type { Answer } from "./hook-event.ts";

export type Payload = Record<string, unknown>;
export type Variables = Record<string, string | undefined>;

export interface HostProtocol {
  /** The event as Claude Code would send it; null for one that says nothing. */
  translate(payload: Payload): Payload | null | Promise<Payload | null>;
  encode(event: EventName, answer: Answer): HookOutput;
  /** The person sees the message of an answer to this event. */
  showsMessages(event: EventName): boolean;
  /** These are the variables of a process that the agent's shell started in this session, and not those of a hook. */
  isShell(variables: Variables, sessionId: string): boolean;
  /**
   * Set when PreToolUse comes for each call, and for some calls nothing else. Returns the events that should have come when
   * these calls ended, translated.
   */
  readMissedEnds?(payload: Payload, ids: readonly string[]): Promise<Payload[]>;
  /** How often it lets a turn be held, one time after the other; then it ends the turn, whatever we answer. `folder`: its own. */
  maxHolds?(variables: Variables, folder: string): number;
  /** The last message comes with all earlier ones of the turn before it. */
  repeatsMessages?: true;
}

const PROTOCOLS: Record<string, () => Promise<HostProtocol>> = {
  codex: async () => (await import("./codex/protocol.ts")).CODEX_PROTOCOL,
  copilot: async () => (await import("./copilot/protocol.ts")).COPILOT_PROTOCOL,
  gemini: async () => (await import("./gemini/protocol.ts")).GEMINI_PROTOCOL,
  qwen: async () => (await import("./qwen/protocol.ts")).QWEN_PROTOCOL,
};

/** null for a host whose events we cannot read. */
export async function loadProtocol(hostId: string): Promise<HostProtocol | null> {
  return (await PROTOCOLS[hostId]?.()) ?? null;
}
