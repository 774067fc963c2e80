import { databasePath, executablePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { activePause, readPauses } from "../config/pause.ts";
import { remindOfWork } from "../gates/engine/observe.ts";
import { appendToExisting, appendToFile } from "../platform/files.ts";
import type { Answer } from "../protocol/answer.ts";
import type { SessionStartEvent } from "../protocol/hook-event.ts";
import { announceFindings } from "../review/reflection/reflection-rows.ts";
import { readFaults } from "../store/fault-log.ts";
import { type HookContext, noteFault } from "../store/hook-context.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import { takeMessages } from "../store/notices.ts";
import { inTransaction, openLedger, type Store, toStoreError } from "../store/open.ts";
import { noteSession, openSession } from "../store/sessions.ts";
import { formatTime } from "../text/format-time.ts";
import { requestBaseline } from "../worktree/baseline.ts";
import { tellStart } from "./start-context.ts";

const FAULT_WINDOW_MS = 7 * 24 * 3_600_000;

/** A session starts or goes on: its row, our folder on PATH, and one line for each thing worth knowing. */
export async function onSessionStart(context: HookContext<SessionStartEvent>): Promise<Answer> {
  await putOnPath(context);
  const { store, messages } = await openRow(context);
  const loaded = await loadConfig(context.env, context.projectDir);
  const start = { ...context, loaded, store: store instanceof Error ? null : store };
  const reminder = await remindOfWork(start);
  const pause = await describePause(context);
  const memory = await attach(context, store);
  const findings = memory instanceof Error ? [] : await tellFindings(context, memory);
  const told = await tellStart(start, memory, reminder);
  const message = [...messages, ...reminder.messages, ...findings, ...pause].join("\n");
  if (told) return { kind: "context", context: told, ...(message ? { message } : {}) };
  return message ? { kind: "tell", message } : { kind: "silent" };
}

async function openRow(
  context: HookContext<SessionStartEvent>,
): Promise<{ store: Store | Error; messages: string[] }> {
  const { event, env, now } = context;
  try {
    const store = await openLedger(databasePath(env));
    const since = Math.max(Number(readMeta(store, "faults_told_at") ?? 0), now - FAULT_WINDOW_MS);
    const faults = await readFaults(env, since);
    const messages = inTransaction(store, () => {
      if (faults.length > 0) writeMeta(store, "faults_told_at", String(now));
      const said = describeFaults(faults.length);
      if (event.sessionId === null) return said;
      noteSession(store, context);
      openSession(store, event.sessionId, event.source);
      return [...said, ...takeMessages(store, event.sessionId)];
    });
    await requestBaseline(context, store);
    return { store, messages };
  } catch (error) {
    const problem = toStoreError(error);
    await noteFault(context, "store", problem);
    const message = `holdfast is not recording: ${problem.message}. See \`holdfast doctor\`.`;
    return { store: problem, messages: [message] };
  }
}

/** What is remembered, or what is wrong with it. Once the session is recorded: gates and capture go on without it. */
async function attach(context: HookContext<SessionStartEvent>, store: Store | Error): Promise<Store | Error> {
  if (store instanceof Error) return store;
  try {
    const { attachMemory } = await import("../store/attach-memory.ts");
    await attachMemory(store, databasePath(context.env));
    return store;
  } catch (error) {
    const problem = toStoreError(error);
    await noteFault(context, "store", problem);
    return problem;
  }
}

/** What was found in earlier sessions is the person's to decide on, not Claude's. */
async function tellFindings(context: HookContext<SessionStartEvent>, store: Store): Promise<string[]> {
  const { event, env, projectDir, now } = context;
  if (event.sessionId === null || projectDir === null || env.reflecting || event.source === "compact")
    return [];
  try {
    const count = announceFindings(store, projectDir, now);
    const findings = count === 1 ? "finding" : "findings";
    return count === 0
      ? []
      : [`holdfast looked back at the last session: ${count} ${findings}, \`holdfast reflect review\``];
  } catch (error) {
    await noteFault(context, "reflection", error);
    return [];
  }
}

function describeFaults(count: number): string[] {
  if (count === 0) return [];
  const times = count === 1 ? "once" : `${count} times`;
  return [`holdfast failed ${times} since the last session and let Claude go on. See \`holdfast doctor\`.`];
}

async function describePause({
  env,
  event,
  projectDir,
  now,
}: HookContext<SessionStartEvent>): Promise<string[]> {
  const pause = activePause(await readPauses(env), { projectDir, sessionId: event.sessionId, now });
  if (!pause) return [];
  const until = pause.until === null ? "until `holdfast resume`" : `until ${formatTime(pause.until)}`;
  return [`holdfast is paused ${until}: nothing is held.`];
}

/** Lets Claude call us by our bare name: lines in this file reach every later Bash call. */
async function putOnPath(context: HookContext<SessionStartEvent>): Promise<void> {
  const { envFile } = context.env;
  if (envFile === null) return;
  try {
    const folder = executablePath(context.env).slice(0, -"/holdfast".length);
    const line = `export PATH=${quote(folder)}:"$PATH"\n`;
    if (!(await appendToExisting([], envFile, line))) await appendToFile(envFile, line);
  } catch (error) {
    await noteFault(context, "path", error);
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
