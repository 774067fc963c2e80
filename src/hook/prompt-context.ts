// Adds to a prompt the memories that fit it, and what SessionStart would have said if that event never came.
import { readActivePause } from "../config/pause.ts";
import { remindOfWork } from "../gates/engine/notify-gates.ts";
import { recallPrompt } from "../memory/recall/recall-prompt.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import type { OpenContext } from "../store/hook-context.ts";
import { openSession } from "../store/sessions.ts";
import { sessionProjectKey } from "../worktree/project-key.ts";
import { composeStartContext, openMemory } from "./start-context.ts";

export interface StartLines {
  /** For Claude. */
  context: string[];
  /** For the person. */
  messages: string[];
}

/** The recorded source of a session whose start was never reported. */
const UNREPORTED = "unseen";

export async function startUnreportedSession(
  { event, ...rest }: OpenContext<PromptEvent>,
  sessionId: string,
): Promise<StartLines> {
  const start = {
    ...rest,
    event: { ...event, name: "SessionStart", source: "startup" },
  } as const;
  const memory = await openMemory({ ...rest, event }, rest.store, "recall");
  openSession(rest.store, sessionId, UNREPORTED);
  const reminder = await remindOfWork(start);
  const context = await composeStartContext(start, memory, reminder, "UserPromptSubmit");
  return { context, messages: reminder.messages };
}

/** `capturedText`: the prompt without secrets; null when nothing may be recorded. */
export async function recallForPrompt(
  context: OpenContext<PromptEvent>,
  capturedText: string | null,
): Promise<string | null> {
  const { event, projectDir, now, loaded } = context;
  const { sessionId, prompt, promptId } = event;
  const { recall } = loaded.config;
  if (sessionId === null || projectDir === null || (await readActivePause(context))) return null;
  const memory = await openMemory(context, context.store, "recall");
  if (memory instanceof Error) return null;
  return recallPrompt(memory, {
    sessionId,
    projectKey: await sessionProjectKey(memory, sessionId, projectDir),
    prompt: capturedText ?? prompt,
    promptId,
    now,
    maxTokens: recall.prompt_tokens,
    minScore: recall.floor / 100,
    storeTerms: capturedText !== null,
  });
}
