// A flow of ours at a Stop: what holds, judged on its evidence and the tree of this moment.

import type { Flow } from "../flow/flow.ts";
import type { HeldFlow } from "../gates/facts.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { claimsMore, type FlowFile } from "../state/flow-file.ts";
import type { HookContext } from "./context.ts";
import type { Known } from "./gather-facts.ts";
import { lookAtFlow } from "./look-at-flow.ts";
import { noteFaultOnce } from "./note-fault-once.ts";
import { treeOf } from "./tree-of.ts";

export async function holdFlow(
  context: HookContext<GatedEvent>,
  known: Known,
  row: Flow,
  file: FlowFile | null,
): Promise<HeldFlow> {
  const { env, event } = context;
  const tree = treeOf(context, row.projectDir);
  const seen = await lookAtFlow(known.store, row, { env, transcriptPath: event.transcriptPath, tree });
  if (seen.tree.problem) await noteFaultOnce(context, known.store, "gate:flow", seen.tree.problem);
  return {
    source: "row",
    id: `${row.id}.${row.resumes}`,
    task: row.task,
    phase: row.phase,
    conditions: seen.states,
    claimed: file !== null && claimsMore(file, row, seen.states),
    treeMark: seen.tree.mark,
    uncommitted: seen.tree.uncommitted,
    row,
    fileKey: null,
    recognised: seen.recognised,
  };
}
