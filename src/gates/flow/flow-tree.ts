// The work tree from a flow's view: what the session changed since its start, and what of that is not committed.
import type { Environment } from "../../config/environment.ts";
import { startTreeOf } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { filesChangedSince } from "../../worktree/changed-files.ts";
import { readSessionFootprint } from "../../worktree/footprint.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { decodeTreeState, type TreeState } from "../../worktree/tree-state.ts";
import type { Flow, TreeView } from "./flow.ts";

export interface FlowTree extends TreeView, Pick<TreeState, "kind"> {
  uncommitted: string[];
  problem: string | null;
}

export interface TreeSources {
  env: Pick<Environment, "home" | "path">;
  transcriptPath: string | null;
  /** If the tree is shared with other gates. */
  readTree?: () => Promise<TreeState>;
}

const MAX_COMPARE_MS = 5_000;
const MAX_TREE_MS = 10_000;

export async function readFlowTree(store: Store, flow: Flow, sources: TreeSources): Promise<FlowTree> {
  const { env, transcriptPath, readTree } = sources;
  const tree = await (readTree?.() ?? readTreeState(flow.projectDir, { env, deadlineMs: MAX_TREE_MS }));
  const start = decodeTreeState(startTreeOf(store, flow.id) ?? "");
  const { kind, fingerprint, root } = tree;
  const nothing = { kind, fingerprint, changed: false, uncommitted: [] };
  if (!start) return { ...nothing, problem: "the state of the work tree at the flow's start is unknown" };
  const readFootprint = async () =>
    transcriptPath === null ? null : readSessionFootprint(transcriptPath, Date.now());
  if (start.kind === "none" && kind === "none") {
    const footprint = await readFootprint();
    const changed = (await footprint?.changedIn(flow.projectDir, flow.createdAt)) ?? [];
    return { ...nothing, changed: changed.length > 0, problem: tree.problem };
  }
  const changes = await filesChangedSince(start, tree, { env, deadlineMs: MAX_COMPARE_MS });
  const footprint = changes.files.length === 0 ? null : await readFootprint();
  const files = footprint?.written(root ?? "", changes.files) ?? [];
  return {
    kind,
    fingerprint,
    changed: files.length > 0,
    uncommitted: files.filter(({ isDirty }) => isDirty).map(({ path }) => path),
    problem: tree.problem ?? changes.problem,
  };
}
