// A git that took long (a huge tree, a slow disk) would take as long at every stop: for a while it is not asked again.
import { readSmallFile } from "../platform/files.ts";
import { replaceFileUnsynced } from "../platform/replace-file.ts";
import type { HookContext } from "../store/hook-context.ts";
import { baselineDir } from "./baseline.ts";
import { noTree, type TreeState } from "./tree-state.ts";

const SLOW_MS = 5_000;
const BACK_OFF_MS = 10 * 60_000;

type SlowContext = Pick<HookContext, "event" | "env">;

/** The tree, or the reason why it was not read. */
export async function readUnlessSlow(
  { event, env }: SlowContext,
  read: () => Promise<TreeState>,
): Promise<TreeState> {
  if (event.sessionId === null) return read();
  const path = `${baselineDir(env, event.sessionId)}/slow-git`;
  const startedAt = Date.now();
  if (await isBackedOff(path, startedAt))
    return noTree(startedAt, "git took over 5 s here: it is not asked again for 10 minutes");
  const state = await read();
  if (Date.now() - startedAt > SLOW_MS) await backOff(path);
  return state;
}

async function isBackedOff(path: string, now: number): Promise<boolean> {
  const file = await readSmallFile(path);
  const since = file.state === "read" ? Number(file.text) : Number.NaN;
  // A clock that was set back must not make it last.
  return since <= now && now - since < BACK_OFF_MS;
}

async function backOff(path: string): Promise<void> {
  try {
    await replaceFileUnsynced(path, String(Date.now()));
  } catch {
    // The folder may be read-only: then the next stop waits again.
  }
}
