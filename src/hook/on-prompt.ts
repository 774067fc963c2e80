import type { Config } from "../config/config.ts";
import { databasePath } from "../config/environment.ts";
import { loadConfig } from "../config/load-config.ts";
import { openBudget } from "../gates/engine/budget-rows.ts";
import { observeEvent } from "../gates/engine/observe.ts";
import type { Answer } from "../protocol/answer.ts";
import { isFromPerson } from "../protocol/claude-code/parse-event.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import { type CapturedPrompt, capturePrompt } from "../recording/capture/capture-prompt.ts";
import { mayCapture } from "../recording/capture/may-capture.ts";
import { type HookContext, noteFault, type OpenContext } from "../store/hook-context.ts";
import { takeMessages } from "../store/notices.ts";
import { inTransaction, openLedger, type Store, toStoreError } from "../store/open.ts";
import { insertPrompt, saveFirstRequest } from "../store/prompts.ts";
import { hasStarted, noteSession } from "../store/sessions.ts";
import { requestBaseline } from "../worktree/baseline.ts";
import type { LateStart } from "./carry-start.ts";

/** A shorter prompt is not about anything: what would look it up is not even loaded. */
const MIN_RECALLED = 12;
const NOTHING: LateStart = { context: [], messages: [] };

/** A person (or an SDK caller) spoke: a new budget. Notifications and wake-ups continue the old one. */
export async function onPrompt(context: HookContext<PromptEvent>): Promise<Answer> {
  const { event, env, now } = context;
  if (event.sessionId === null) return { kind: "silent" };
  const { sessionId } = event;
  const loaded = await loadConfig(env, context.projectDir);
  const { config } = loaded;
  const kept = await wordsToKeep(context, config);
  const store = await openLedger(databasePath(env));
  const { messages, isStarted } = inTransaction(store, () => {
    noteSession(store, context);
    if (isFromPerson(event)) openBudget(store, sessionId, "main", now, sizeOf(event.transcriptPath));
    if (kept) savePrompt(store, kept);
    return { messages: takeMessages(store, sessionId), isStarted: hasStarted(store, sessionId) };
  });
  await requestBaseline(context, store);
  const { notes } = await observeEvent({ ...context, loaded, store });
  context.trace.note(`prompt from ${isFromPerson(event) ? "a person" : "a machine"}`);
  const start = isStarted ? NOTHING : await startLate({ ...context, loaded, store }, sessionId);
  const told = [
    ...start.context,
    ...notes,
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

/** No SessionStart came: its words go with this prompt. */
async function startLate(context: OpenContext<PromptEvent>, sessionId: string): Promise<LateStart> {
  try {
    const { carryStart } = await import("./carry-start.ts");
    return await carryStart(context, sessionId, await remember(context, context.store));
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
