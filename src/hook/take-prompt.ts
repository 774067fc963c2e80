import { loadConfig } from "../config/load-config.ts";
import { databasePath } from "../config/paths.ts";
import type { Answer } from "../protocol/answer.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import { openBudget } from "../store/budgets.ts";
import { findFlow } from "../store/flows.ts";
import { takeMessages } from "../store/messages.ts";
import { openStore, type Store } from "../store/open.ts";
import { findPipeline } from "../store/pipelines.ts";
import { insertPrompt, keepRequest } from "../store/prompts.ts";
import { type HookContext, noteFault } from "./context.ts";
import type { KeptPrompt } from "./keep-prompt.ts";
import { keepStart } from "./keep-start.ts";
import { mayCapture } from "./may-capture.ts";
import { noteSession } from "./session-row.ts";

const MACHINE_SOURCES = new Set(["system", "loop_wakeup", "schedule_wakeup"]);
const MACHINE_TEXT = /^\s*<(task-notification|teammate-message|local-command-stdout|bash-stdout)\b/;

/** A person (or an SDK caller) spoke: a new budget. Notifications and wake-ups continue the old one. */
export async function takePrompt(context: HookContext<PromptEvent>): Promise<Answer> {
  const { event, env, now } = context;
  if (event.sessionId === null) return { kind: "silent" };
  const { sessionId } = event;
  const [kept, store] = await Promise.all([wordsToKeep(context), openStore(databasePath(env))]);
  const messages = store
    .transaction(() => {
      noteSession(store, context);
      if (isFromPerson(event)) openBudget(store, sessionId, "main", now, sizeOf(event.transcriptPath));
      if (kept) savePrompt(store, kept);
      return takeMessages(store, sessionId);
    })
    .immediate();
  await keepStart(context, store);
  if (isFromPerson(event)) await notePromptOfFlow(context, store, sessionId);
  context.trace.note(`prompt from ${isFromPerson(event) ? "a person" : "a machine"}`);
  const message = messages.length > 0 ? messages.join("\n") : null;
  const summary = await collectResults(context, store, sessionId);
  if (summary) return { kind: "context", context: summary, ...(message ? { message } : {}) };
  return message ? { kind: "tell", message } : { kind: "silent" };
}

/** What comes after this point in the transcript belongs to the new budget. */
function sizeOf(path: string | null): number | null {
  const size = path === null ? Number.NaN : Bun.file(path).size;
  return Number.isFinite(size) ? size : null;
}

/** Never throws: a prompt that cannot be recorded is a prompt all the same. */
async function wordsToKeep(context: HookContext<PromptEvent>): Promise<KeptPrompt | null> {
  const { event, env, projectDir, now } = context;
  if (event.sessionId === null || !isFromPerson(event)) return null;
  try {
    const { config } = await loadConfig(env, projectDir);
    if (!mayCapture(context, config)) return null;
    const { keepPrompt } = await import("./keep-prompt.ts");
    return keepPrompt({ sessionId: event.sessionId, promptId: event.promptId, at: now }, event.prompt);
  } catch (error) {
    await noteFault(context, "capture", error);
    return null;
  }
}

function savePrompt(store: Store, { request, ...prompt }: KeptPrompt): void {
  insertPrompt(store, prompt);
  if (request !== null) keepRequest(store, prompt.sessionId, request);
}

async function notePromptOfFlow(
  { event, now }: HookContext<PromptEvent>,
  store: Store,
  sessionId: string,
): Promise<void> {
  const flow = findFlow(store, sessionId);
  if (flow?.status !== "active" && flow?.status !== "suspended") return;
  const { notePrompt } = await import("./note-prompt.ts");
  notePrompt(store, flow, event.prompt, now);
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
    const { takeSummary } = await import("./take-summary.ts");
    return takeSummary(store, run.id, context.event.prompt, context.now);
  } catch (error) {
    await noteFault(context, "gate:pipeline", error);
    return null;
  }
}

export function isFromPerson(event: PromptEvent): boolean {
  if (event.source !== null && MACHINE_SOURCES.has(event.source)) return false;
  return !MACHINE_TEXT.test(event.prompt);
}
