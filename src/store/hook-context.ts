// The context that all steps of a hook run share, and the recording of its faults.

import { databasePath, type Environment } from "../config/environment.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { errorMessage } from "../text/unknown-values.ts";
import { type Store, toStoreError } from "./open.ts";

export interface HookContext<E extends HookEvent = HookEvent> {
  event: E;
  env: Environment;
  /** Where Claude Code was started, or the event's folder. Records belong to it. */
  startDir: string | null;
  /** The same folder in the work tree that Claude is in. Gates judge it. */
  projectDir: string | null;
  now: number;
  trace: Trace;
  /** The event's JSON as the client sent it, for custom gates. */
  payload: string;
}

export interface OpenContext<E extends HookEvent = HookEvent> extends HookContext<E> {
  loaded: LoadedConfig;
  store: Store;
}

export function createContext<E extends HookEvent>(
  event: E,
  env: Environment,
  trace: Trace,
  payload: string,
): HookContext<E> {
  const startDir = env.projectDir ?? event.cwd;
  return { event, env, startDir, projectDir: startDir, now: Date.now(), trace, payload };
}

/** Records a fault together with its event. */
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

/** Runs a part whose failure must not affect the rest: it is recorded as a fault, and the result is null. */
export async function attempt<T>(
  context: HookContext,
  part: string,
  run: () => T | Promise<T>,
): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    await noteFault(context, part, error);
    return null;
  }
}

/** Otherwise the next event would fail on the same page. */
async function quarantine(context: HookContext): Promise<void> {
  try {
    const { quarantineDamagedFiles } = await import("./create.ts");
    await quarantineDamagedFiles(databasePath(context.env));
  } catch (error) {
    context.trace.note(`the damaged store stays: ${error}`);
  }
}

/** For problems that last over many events: records one fault per session. */
export async function noteFaultOnce(context: OpenContext, part: string, problem: string): Promise<void> {
  const { markShown } = await import("./notices.ts");
  const key = `${part}:${Bun.hash(problem).toString(36)}`;
  if (markShown(context.store, context.event.sessionId ?? "", key)) await noteFault(context, part, problem);
}

/** Milliseconds since this hook's process started. Merely naming `performance` would make the engine create it for every event. */
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
    note(text) {
      if (enabled) lines.push(`${hookTime().toFixed(1).padStart(8)} ms  ${text}`);
    },
    lines: () => lines,
  };
}
