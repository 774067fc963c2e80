// Git takes longer than all the rest together. Where a project is configured, mostly with checks, it is started first of
// all, before it is certain that anybody will ask what changed: who guesses wrong here starts it later, or in vain.

import { lockPath } from "../config/paths.ts";
import { pathExists, readBytes } from "../platform/files.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import type { HookContext } from "../store/event-context.ts";
import { flowFilePath, loopFilePath, sessionStateDir } from "../store/state-files.ts";

const TAIL_BYTES = 16 * 1024;
/** A call, and what stands at the start and at the end of its result, which may be long. */
const CALLS = ['"type":"tool_use"', '"tool_use_id":', '"sourceToolAssistantUUID":'];
/** Results of tools are lists, what a person wrote mostly is not. */
const PROMPT = '"role":"user","content":"';

/** Done when git is under way, or is not to be. */
export async function startGit(context: HookContext<GatedEvent>, projectDir: string): Promise<void> {
  const { event } = context;
  if (event.name !== "Stop" || event.permissionMode === "plan" || isHeld(context, projectDir)) return;
  if (event.transcriptPath === null || !pathExists(`${projectDir}/.git`)) return;
  try {
    if (!(await endsWithCalls(event.transcriptPath))) return;
    const { startTree } = await import("./event-tree.ts");
    await startTree(context, projectDir);
  } catch {
    // It was only a guess: who needs git starts it, and says what is wrong.
  }
}

/** Declared work mostly holds, and then nobody asks what changed. */
function isHeld({ env, event }: HookContext<GatedEvent>, projectDir: string): boolean {
  if (pathExists(lockPath(projectDir))) return true;
  const folder = sessionStateDir(`${env.holdfastHome}/state`, event.sessionId);
  return folder !== null && (pathExists(loopFilePath(folder)) || pathExists(flowFilePath(folder)));
}

/** A tool was called after the last prompt, as far as the end of the transcript tells. */
async function endsWithCalls(path: string): Promise<boolean> {
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return false;
  const tail = await readBytes(path, Math.max(0, size - TAIL_BYTES), size);
  if (tail === null) return false;
  const text = new TextDecoder().decode(tail);
  const prompt = text.lastIndexOf(PROMPT);
  for (const call of CALLS) if (text.lastIndexOf(call) > prompt) return true;
  return false;
}
