// The verify command of a loop at a stop: bounded, and ended at once when somebody cancels the loop meanwhile.
import { parseDuration } from "../config/parse-duration.ts";
import type { LoopCheck } from "../gates/declared-facts.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { findLoop, type LoopRow } from "../store/loops.ts";
import { type HookContext, noteFault } from "./context.ts";
import type { Known } from "./known.ts";
import { noteFaultOnce } from "./note-fault-once.ts";
import { runVerifyCommand } from "./verify-command.ts";

const FOREGROUND_MS = 120_000;
const LOOK_AGAIN_MS = 250;

export async function runVerify(
  context: HookContext<GatedEvent>,
  known: Known,
  row: LoopRow,
): Promise<LoopCheck> {
  const wanted = new AbortController();
  const watch = setInterval(() => {
    if (findLoop(known.store, row.session_id)?.status !== "active") wanted.abort();
  }, LOOK_AGAIN_MS);
  try {
    const own = parseDuration(known.loaded.config.gates.loop.timeout) ?? FOREGROUND_MS;
    const left = FOREGROUND_MS - (Date.now() - context.now);
    const limit = Math.max(1000, Math.min(own, left));
    const result = await runVerifyCommand(row.verify ?? "", row.project_dir, limit, wanted.signal);
    if (result.fault && !wanted.signal.aborted)
      await noteFault(context, "gate:loop", new Error(result.fault));
    return result;
  } finally {
    clearInterval(watch);
  }
}

/** Empty where the tree cannot be read: then tool calls have to tell whether anything moved. */
export async function readTreeMark(
  context: HookContext<GatedEvent>,
  known: Known,
  dir: string,
): Promise<string> {
  const { treeOf } = await import("./tree-of.ts");
  const { mark, problem } = await treeOf(context, dir);
  if (problem) await noteFaultOnce(context, known.store, "worktree", problem);
  return mark;
}
