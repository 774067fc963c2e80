// The one way into the record: writes what an event of a session brings, whether a hook reports it or a transcript.
import type { Store } from "../store/open.ts";
import { type NewPrompt, saveFirstRequest } from "../store/prompts.ts";
import { saveTasks, type TaskRow, type TaskUpdates } from "../store/tasks.ts";
import type { RedactedPrompt } from "./capture/capture-prompt.ts";

export type RecordedPrompt = NewPrompt & RedactedPrompt;

/** Without secrets. `Call`: as the origin knows it. */
export interface RecordedEvent<Call> {
  at: number;
  prompt?: RecordedPrompt | null;
  call?: Call | null;
  tasks?: TaskUpdates | null;
}

/** Who reports events of a session: a hook, each once, or a transcript, which is read again and repeated by forks. */
export interface Origin<Call> {
  sessionId: string;
  /** Creates or updates the session's row. */
  saveSession(): void;
  /** False for another session's prompt. */
  savePrompt(prompt: NewPrompt): boolean;
  saveCall?(call: Call): void;
}

/** Returns the tasks that changed. */
export function record<Call>(
  store: Store,
  { at, prompt, call, tasks }: RecordedEvent<Call>,
  origin: Origin<Call>,
): TaskRow[] {
  if (prompt && !origin.savePrompt(prompt)) return [];
  origin.saveSession();
  if (prompt?.request) saveFirstRequest(store, origin.sessionId, prompt.request);
  if (call) origin.saveCall?.(call);
  return tasks ? saveTasks(store, origin.sessionId, tasks, at) : [];
}
