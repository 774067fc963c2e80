// Closes abandoned loops and flows whose goal has been reached since.
import type { Environment } from "../../../config/environment.ts";
import { findActivePause, readPauses } from "../../../config/pause.ts";
import { toFlow } from "../../../gates/flow/flow.ts";
import { questionOf, verifyOf } from "../../../gates/loop/loop.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { abandonedGoals, findGoal, type Goal } from "../../../store/goals.ts";
import { findSession } from "../../../store/sessions.ts";
import { hasChangedSince } from "../../../worktree/changed-since.ts";
import { readMutatingCallsIn } from "../../../worktree/mutating-calls.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import type { Invocation } from "../../command.ts";
import { withStore } from "../../target.ts";
import { finishFlow } from "../flow/done.ts";
import { recordResult, verifyLoop } from "../loop/done.ts";

const VERIFY_MS = 120_000;
const TREE_MS = 10_000;

export async function recheck(invocation: Invocation, sessionId: string, projectDir: string): Promise<void> {
  const { env } = invocation;
  if (findActivePause(await readPauses(env), { startDir: projectDir, sessionId, now: Date.now() })) return;
  const { loops, flows, transcriptPath } = await withStore(env, (store) => ({
    loops: abandonedGoals(store, "loop", projectDir),
    flows: abandonedGoals(store, "flow", projectDir),
    transcriptPath: findSession(store, sessionId)?.transcript_path ?? null,
  }));
  for (const loop of loops) await tryOne(env, sessionId, () => recheckLoop(invocation, loop, transcriptPath));
  for (const flow of flows) await tryOne(env, sessionId, () => recheckFlow(invocation, flow));
}

/** One failure does not stop the others. */
async function tryOne(env: Environment, sessionId: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    await recordFault(env, { part: "recheck", message: (error as Error).message, event: null, sessionId });
  }
}

/** The command takes time, so it runs only if something changed since the last check. */
async function recheckLoop(invocation: Invocation, loop: Goal, transcriptPath: string | null): Promise<void> {
  const { env } = invocation;
  const verify = verifyOf(loop);
  // Nobody asks a judge about a session that is over.
  if (verify === null || questionOf(loop) !== null || !(await hasChanged(env, loop, transcriptPath))) return;
  const error = await verifyLoop(env, loop, verify, VERIFY_MS);
  const now = await withStore(env, (store) => findGoal(store, "loop", loop.sessionId));
  // It may have been resumed meanwhile.
  if (now?.state !== loop.state || now.resumes !== loop.resumes) return;
  await recordResult(invocation, loop, error);
}

async function hasChanged(
  env: Environment,
  { projectDir, updatedAt }: Goal,
  transcriptPath: string | null,
): Promise<boolean> {
  const calls = transcriptPath === null ? [] : await readMutatingCallsIn(transcriptPath, updatedAt);
  if (calls.length > 0) return true;
  const tree = await readTreeState(projectDir, { env, deadlineMs: TREE_MS });
  return tree.root !== null && (await hasChangedSince(tree, tree.root, updatedAt, env));
}

async function recheckFlow(invocation: Invocation, goal: Goal): Promise<void> {
  const { sessionId: id, projectDir } = goal;
  const row = await withStore(invocation.env, (store) => findSession(store, id));
  const session = { id, projectDir, foundBy: "left open", transcriptPath: row?.transcript_path ?? null };
  await finishFlow(invocation, toFlow(goal), session);
}
