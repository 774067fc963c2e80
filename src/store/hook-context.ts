// What every step of one hook run shares, and the way to record a fault.

import { databasePath, type Environment } from "../config/environment.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { errorMessage } from "../text/user-error.ts";
import { type Store, toStoreError } from "./open.ts";

/** What every step of one hook run may need. */
export interface HookContext<E extends HookEvent = HookEvent> {
  event: E;
  env: Environment;
  /** Where Claude Code was started, else the event's folder: what is recorded belongs there. */
  startDir: string | null;
  /** The folder that is judged: the same one, in the work tree that Claude is in. */
  projectDir: string | null;
  now: number;
  trace: Trace;
  /** The event in the client's own words, for gates of the user's own. */
  payload: string;
}

/** The same once the config is read and the store is open. */
export interface OpenContext<E extends HookEvent = HookEvent> extends HookContext<E> {
  loaded: LoadedConfig;
  store: Store;
}

/** Writes a fault down with what is known of the event. */
export async function noteFault(context: HookContext, part: string, error: unknown): Promise<void> {
  const message = errorMessage(error);
  const { event } = context;
  context.trace.note(`fault in ${part}: ${message}`);
  const { recordFault } = await import("./fault-log.ts");
  await recordFault(context.env, {
    part,
    message,
    event: event.name === "other" ? event.eventName : event.name,
    sessionId: event.sessionId,
  });
  if (toStoreError(error).problem === "corrupt") await quarantine(context);
}

/** The next event must not fail on the same page. */
async function quarantine(context: HookContext): Promise<void> {
  try {
    const { quarantineDamagedFiles } = await import("./create.ts");
    await quarantineDamagedFiles(databasePath(context.env));
  } catch (error) {
    context.trace.note(`the damaged store stays: ${error}`);
  }
}

/** For what stays wrong over many events: one fault a session. */
export async function noteFaultOnce(
  context: HookContext,
  store: Store,
  part: string,
  problem: string,
): Promise<void> {
  const { markShown } = await import("./notices.ts");
  if (!markShown(store, context.event.sessionId ?? "", `${part}:${Bun.hash(problem).toString(36)}`)) return;
  await noteFault(context, part, new Error(problem));
}

/** How long this hook has taken so far, for the row that its event leaves. */
export function hookTime(): number {
  return Bun.nanoseconds() / 1e6;
}

export interface Trace {
  note(text: string): void;
  lines(): string[];
}

export function createTrace(enabled: boolean): Trace {
  const lines: string[] = [];
  return {
    // Not `performance`: only naming it here would have the engine make it for every event.
    note(text) {
      if (enabled) lines.push(`${(Bun.nanoseconds() / 1e6).toFixed(1).padStart(8)} ms  ${text}`);
    },
    lines: () => lines,
  };
}
