import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load-config.ts";
import { databasePath } from "../config/paths.ts";
import { openBudget } from "../gates/engine/budgets.ts";
import { findFlow } from "../gates/flow/rows.ts";
import type { Reminder } from "../gates/loop/remember-loop.ts";
import { findPipeline } from "../gates/pipeline/rows.ts";
import type { Answer } from "../protocol/answer.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import { type CapturedPrompt, capturePrompt } from "../recording/capture/capture-prompt.ts";
import { mayCapture } from "../recording/capture/may-capture.ts";
import { type HookContext, noteFault } from "../store/event-context.ts";
import { takeMessages } from "../store/messages.ts";
import { openLedger, type Store, toStoreError } from "../store/open.ts";
import { insertPrompt, saveFirstRequest } from "../store/prompts.ts";
import { noteSession } from "../store/session-row.ts";
import { hasStarted } from "../store/sessions.ts";
import { inTransaction } from "../store/transaction.ts";
import { requestBaseline } from "../worktree/baseline.ts";

const MACHINE_SOURCES = ["system", "loop_wakeup", "schedule_wakeup"];
/** A shorter prompt is not about anything: what would look it up is not even loaded. */
const MIN_RECALLED = 12;
const NOTHING: Reminder = { context: [], messages: [] };

/** A person (or an SDK caller) spoke: a new budget. Notifications and wake-ups continue the old one. */
export async function onPrompt(context: HookContext<PromptEvent>): Promise<Answer> {
  const { event, env, now } = context;
  if (event.sessionId === null) return { kind: "silent" };
  const { sessionId } = event;
  const { config } = await loadConfig(env, context.projectDir);
  const kept = await wordsToKeep(context, config);
  const store = await openLedger(databasePath(env));
  const { messages, isStarted } = inTransaction(store, () => {
    noteSession(store, context);
    if (isFromPerson(event)) openBudget(store, sessionId, "main", now, sizeOf(event.transcriptPath));
    if (kept) savePrompt(store, kept);
    return { messages: takeMessages(store, sessionId), isStarted: hasStarted(store, sessionId) };
  });
  await requestBaseline(context, store);
  if (isFromPerson(event)) await notePromptOfFlow(context, store, sessionId);
  context.trace.note(`prompt from ${isFromPerson(event) ? "a person" : "a machine"}`);
  const start = isStarted ? NOTHING : await startLate(context, store, sessionId);
  const told = [
    ...start.context,
    ...listOf(await collectResults(context, store, sessionId)),
    ...listOf(await recall(context, store, config, kept?.text ?? null)),
  ].join("\n");
  const message = [...messages, ...start.messages].join("\n");
  if (told) return { kind: "context", context: told, ...(message ? { message } : {}) };
  return message ? { kind: "tell", message } : { kind: "silent" };
}

function listOf(text: string | null): string[] {
  return text === null ? [] : [text];
}

/** What comes after this point in the transcript belongs to the new budget. */
function sizeOf(path: string | null): number | null {
  const size = path === null ? Number.NaN : Bun.file(path).size;
  return Number.isFinite(size) ? size : null;
}

/** Never throws: a prompt that cannot be recorded is a prompt all the same. */
async function wordsToKeep(
  context: HookContext<PromptEvent>,
  config: Config,
): Promise<CapturedPrompt | null> {
  const { event, now } = context;
  if (event.sessionId === null || !isFromPerson(event)) return null;
  try {
    if (!mayCapture(context, config)) return null;
    return await capturePrompt(
      { sessionId: event.sessionId, promptId: event.promptId, at: now },
      event.prompt,
    );
  } catch (error) {
    await noteFault(context, "capture", error);
    return null;
  }
}

function savePrompt(store: Store, { request, ...prompt }: CapturedPrompt): void {
  insertPrompt(store, prompt);
  if (request !== null) saveFirstRequest(store, prompt.sessionId, request);
}

async function notePromptOfFlow(
  { event, now }: HookContext<PromptEvent>,
  store: Store,
  sessionId: string,
): Promise<void> {
  const flow = findFlow(store, sessionId);
  if (flow?.status !== "active" && flow?.status !== "suspended") return;
  const { notePrompt } = await import("../gates/flow/note-prompt.ts");
  notePrompt(store, flow, event.prompt, now);
}

/** No SessionStart came: its words go with this prompt. */
async function startLate(
  context: HookContext<PromptEvent>,
  store: Store,
  sessionId: string,
): Promise<Reminder> {
  try {
    const { carryStart } = await import("./carry-start.ts");
    return await carryStart(context, store, sessionId, await remember(context, store));
  } catch (error) {
    await noteFault(context, "recall", error);
    return NOTHING;
  }
}

async function recall(
  context: HookContext<PromptEvent>,
  store: Store,
  config: Config,
  kept: string | null,
): Promise<string | null> {
  const { event } = context;
  if (!config.recall.enabled || !isFromPerson(event) || event.prompt.length < MIN_RECALLED) return null;
  const { recallAtPrompt } = await import("./prompt-context.ts");
  const memory = await remember(context, store);
  return memory instanceof Error ? null : recallAtPrompt(context, memory, config, kept);
}

/** The store, in which what is remembered can be asked from here on, or what is wrong with that. */
async function remember(context: HookContext<PromptEvent>, store: Store): Promise<Store | Error> {
  try {
    const { attachMemory } = await import("../store/attach-memory.ts");
    await attachMemory(store, databasePath(context.env));
    return store;
  } catch (error) {
    const problem = toStoreError(error);
    await noteFault(context, "recall", problem);
    return problem;
  }
}

/** What subagents of a pipeline brought that worked side by side, when the last of them is done. */
async function collectResults(
  context: HookContext<PromptEvent>,
  store: Store,
  sessionId: string,
): Promise<string | null> {
  const run = findPipeline(store, sessionId);
  if (run?.status !== "active" && run?.status !== "suspended") return null;
  try {
    const { takeSummary } = await import("../gates/pipeline/take-summary.ts");
    return takeSummary(store, run.id, context.event.prompt, context.now);
  } catch (error) {
    await noteFault(context, "gate:pipeline", error);
    return null;
  }
}

export function isFromPerson(event: PromptEvent): boolean {
  if (event.source !== null && MACHINE_SOURCES.includes(event.source)) return false;
  return !event.prompt.includes("<") || !isMachineText(event.prompt);
}

function isMachineText(prompt: string): boolean {
  return /^\s*<(task-notification|teammate-message|local-command-stdout|bash-stdout)\b/.test(prompt);
}
