import type { Environment } from "../../config/environment.ts";
import type { Store } from "../../store/open.ts";
import { type SessionWork, sessionWorkSince } from "../../worktree/own-files.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import type { Flow } from "./flow.ts";
import { type FlowTree, viewFlowTree } from "./flow-tree.ts";

export interface TreeSources {
  env: Pick<Environment, "home" | "path">;
  transcriptPath: string | null;
  /** Who shares it with others. */
  readTree?: () => Promise<TreeState>;
  /** Who knows more than the transcript tells. */
  own?: SessionWork;
}

const TREE_MS = 10_000;

export async function readFlowTree(store: Store, flow: Flow, sources: TreeSources): Promise<FlowTree> {
  const { env, transcriptPath, readTree } = sources;
  const tree = await (readTree?.() ?? readTreeState(flow.projectDir, { env, deadlineMs: TREE_MS }));
  const own = sources.own ?? sessionWorkSince(transcriptPath, flow.createdAt);
  return viewFlowTree(store, flow, tree, { env, own });
}
