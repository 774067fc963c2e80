// The verify command of a loop at a stop: bounded, and ended at once when somebody cancels the loop meanwhile.
import { pathExists } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { type HookContext, noteFault } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import { parseDuration } from "../../text/parse-duration.ts";
import { gitRoot } from "../../worktree/repository.ts";
import { runVerifyCommand } from "../commands/verify-command.ts";
import type { LoopCheck } from "../engine/declared-facts.ts";
import type { Known } from "../engine/known.ts";
import { comparableMark, unseenMark } from "../engine/unseen-tree.ts";
import { findLoop, type LoopRow } from "./rows.ts";

const FOREGROUND_MS = 120_000;

export async function runVerify(
  context: HookContext<GatedEvent>,
  known: Known,
  row: LoopRow,
): Promise<LoopCheck> {
  let isWanted = true;
  const askAgain = () => {
    isWanted = findLoop(known.store, row.session_id)?.status === "active";
    return isWanted;
  };
  const own = parseDuration(known.loaded.config.gates.loop.timeout) ?? FOREGROUND_MS;
  const left = FOREGROUND_MS - (Date.now() - context.now);
  const limit = Math.max(1000, Math.min(own, left));
  const result = await runVerifyCommand(row.verify ?? "", row.project_dir, limit, { isWanted: askAgain });
  if (result.fault && isWanted) await noteFault(context, "gate:loop", new Error(result.fault));
  return result;
}

/** Empty where the tree cannot be read: then tool calls have to tell whether anything moved. */
export async function readTreeMark(
  context: HookContext<GatedEvent>,
  known: Known,
  dir: string,
): Promise<string> {
  const unseen = unseenMark(known, context.now);
  if (unseen !== null) return (await isRepository(dir)) ? unseen : "";
  const { readTreeOnce } = await import("../../worktree/event-tree.ts");
  const tree = await readTreeOnce(context, dir);
  if (tree.problem) await noteFaultOnce(context, known.store, "worktree", tree.problem);
  return tree.kind === "none" ? "" : comparableMark(context, known, tree);
}

async function isRepository(dir: string): Promise<boolean> {
  return pathExists(`${dir}/.git/HEAD`) || (await gitRoot(dir)) !== null;
}
