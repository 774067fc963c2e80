// Reads the tree a session starts from and keeps it, with what the files under change looked like.
import type { Environment } from "../config/environment.ts";
import type { Store } from "../store/open.ts";
import { type StartRequest, saveStart, startOf } from "./baseline.ts";
import { encodeTreeState } from "./encode-state.ts";
import { readTreeState } from "./read-tree-state.ts";
import { snapshotDirtyFiles } from "./snapshot.ts";
import { startDir } from "./start-dir.ts";

const TREE_MS = 120_000;

/** Says what went wrong, or null. Where no tree is, nothing is kept. */
export async function takeStart(
  env: Environment,
  store: Store,
  request: StartRequest,
): Promise<string | null> {
  if (startOf(store, request.sessionId)) return null;
  const state = await readTreeState(request.projectDir, { env, deadlineMs: TREE_MS });
  if (state.kind === "none") return state.problem;
  const { problem } = await snapshotDirtyFiles(state, startDir(env, request.sessionId));
  saveStart(store, request, encodeTreeState(state));
  return problem;
}
