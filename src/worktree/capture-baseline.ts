import type { Environment } from "../config/environment.ts";
import type { Store } from "../store/open.ts";
import { type BaselineRequest, baselineDir, findBaseline, saveBaseline } from "./baseline.ts";
import { snapshotDirtyFiles } from "./line-snapshot.ts";
import { readTreeState } from "./read-tree-state.ts";
import { encodeTreeState } from "./tree-state.ts";

const TREE_MS = 120_000;

/** Returns what went wrong, or null. Without a repository nothing is saved. */
export async function captureBaseline(
  env: Environment,
  store: Store,
  request: BaselineRequest,
): Promise<string | null> {
  if (findBaseline(store, request.sessionId)) return null;
  const state = await readTreeState(request.projectDir, { env, deadlineMs: TREE_MS });
  if (state.kind === "none") return state.problem;
  const { problem } = await snapshotDirtyFiles(state, baselineDir(env, request.sessionId));
  saveBaseline(store, request, encodeTreeState(state));
  return problem;
}
