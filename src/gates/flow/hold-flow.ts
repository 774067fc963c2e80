// A flow of ours at a Stop: what holds, judged on its evidence and the tree of this moment.

import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import { noteFaultOnce } from "../../store/note-fault-once.ts";
import type { StateFields } from "../../store/state-files.ts";
import { NO_WORK, type SessionWork, sessionWorkSince } from "../../worktree/own-files.ts";
import type { HeldFlow } from "../engine/declared-facts.ts";
import type { Known } from "../engine/known.ts";
import { comparableMark, unseenMark } from "../engine/unseen-tree.ts";
import type { Flow } from "./flow.ts";
import { lookAtFlow, lookPastTree } from "./look-at-flow.ts";
import { keepLook, lookedTo } from "./looked-to.ts";
import { claimsMore, parseClaims } from "./state-file.ts";

type Gated = HookContext<GatedEvent>;

export async function holdFlow(
  context: Gated,
  known: Known,
  row: Flow,
  file: StateFields | null,
): Promise<HeldFlow> {
  const { env, event } = context;
  const look = { env, sessionId: row.sessionId, name: `flow-${row.id}` };
  const before = await lookedTo(look);
  const size = event.transcriptPath === null ? 0 : Bun.file(event.transcriptPath).size;
  const seen = await lookNow(context, known, row, before);
  await keepLook(look, before, size);
  return {
    source: "row",
    id: `${row.id}.${row.resumes}`,
    task: row.task,
    phase: row.phase,
    conditions: seen.states,
    claimed: file !== null && claimsMore(parseClaims(file), row, seen.states),
    treeMark: seen.treeMark,
    uncommitted: seen.uncommitted,
    row,
    fileKey: null,
    recognised: seen.recognised,
  };
}

async function lookNow(context: Gated, known: Known, row: Flow, lookedTo: number) {
  const { transcriptPath } = context.event;
  const around = { env: context.env, transcriptPath, lookedTo };
  const past = await lookPastTree(known.store, row, around);
  const unseen = unseenMark(known, context.now);
  if (past !== null && unseen !== null) return { ...past, treeMark: unseen, uncommitted: [] };
  const { readTreeOnce } = await import("../../worktree/event-tree.ts");
  const readTree = () => readTreeOnce(context, row.projectDir);
  // Files that are not committed are of interest when the work is said to be complete.
  const own = past === null ? ownWork(context, known, row) : NO_WORK;
  const { tree, ...seen } = await lookAtFlow(known.store, row, { ...around, readTree, own });
  if (tree.problem) await noteFaultOnce(context, known.store, "gate:flow", tree.problem);
  const treeMark = past === null ? tree.mark : await comparableMark(context, known, await readTree());
  return { ...seen, treeMark, uncommitted: tree.uncommitted };
}

/** With what earlier stops found out, so that a long transcript is not read from the flow's start each time. */
function ownWork(context: Gated, { budget }: Known, row: Flow): SessionWork {
  const { event } = context;
  if (event.transcriptPath === null) return sessionWorkSince(null, 0);
  return {
    ...sessionWorkSince(event.transcriptPath, row.createdAt),
    files: async (tree, root, files) => {
      if (files.length === 0) return [];
      const [{ findOwnFiles }, { readMutatingCalls }, { namedFiles: rule }] = await Promise.all([
        import("../engine/find-own-files.ts"),
        import("../../worktree/mutating-calls.ts"),
        import("../../worktree/own-files.ts"),
      ]);
      const since = Math.max(row.createdAt, budget?.opened_at ?? 0);
      const calls = await readMutatingCalls(event, since, budget?.transcript_from ?? null);
      const name = `flow-${row.id}-files`;
      return findOwnFiles(context, { tree, root, files, calls, startedAt: row.createdAt, name, rule });
    },
  };
}
