// What a prompt brings back of earlier sessions.
import type { Config } from "../config/config.ts";
import { activePause, readPauses } from "../config/pause.ts";
import { recallPrompt } from "../memory/recall/recall-prompt.ts";
import type { PromptEvent } from "../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../store/hook-context.ts";
import type { Store } from "../store/open.ts";
import { sessionProjectKey } from "../worktree/project-key.ts";

/**
 * Never throws: null when nothing is known, or it cannot be told. `kept`: the prompt without its secrets, or null when
 * nothing of it may be written down.
 */
export async function recallAtPrompt(
  context: HookContext<PromptEvent>,
  store: Store,
  config: Config,
  kept: string | null,
): Promise<string | null> {
  const { event, env, projectDir, now } = context;
  const { sessionId, prompt, promptId } = event;
  if (sessionId === null || projectDir === null) return null;
  try {
    if (activePause(await readPauses(env), { projectDir, sessionId, now })) return null;
    return recallPrompt(store, {
      sessionId,
      projectKey: await sessionProjectKey(store, sessionId, projectDir),
      prompt: kept ?? prompt,
      promptId,
      now,
      maxTokens: config.recall.prompt_tokens,
      minScore: config.recall.floor / 100,
      storeTerms: kept !== null,
    });
  } catch (error) {
    await noteFault(context, "recall", error);
    return null;
  }
}
