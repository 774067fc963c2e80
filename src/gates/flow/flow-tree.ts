// The work tree from a flow's view: what changed since its start, and what is not committed.
import type { Environment } from "../../config/environment.ts";
import { startTreeOf } from "../../store/goals.ts";
import type { Store } from "../../store/open.ts";
import { filesChangedSince } from "../../worktree/changed-files.ts";
import { readSessionFootprint } from "../../worktree/footprint.ts";
import { readMutatingCallsIn } from "../../worktree/mutating-calls.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { decodeTreeState, type TreeState } from "../../worktree/tree-state.ts";
import type { Flow, TreeView } from "./flow.ts";

export interface FlowTree extends TreeView, Pick<TreeState, "kind"> {
  /** Files that this session changed since the start and that are not committed. */
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
  const readCalls = async () =>
    transcriptPath === null ? [] : readMutatingCallsIn(transcriptPath, flow.createdAt);
  const start = decodeTreeState(startTreeOf(store, flow.id) ?? "");
  const { kind, fingerprint } = tree;
  const nothing = { kind, fingerprint, changed: false, uncommitted: [] };
  if (!start) return { ...nothing, problem: "the state of the work tree at the flow's start is unknown" };
  if (start.kind === "none" && kind === "none") {
    // Without a repository, only the session's own edits show a change.
    const changed = (await readCalls()).some((call) => call.files.length > 0);
    return { ...nothing, changed, problem: tree.problem };
  }
  const changes = await filesChangedSince(start, tree, { env, deadlineMs: MAX_COMPARE_MS });
  const files = changes.files.filter((file) => !file.isFromElsewhere);
  const dirty = files.filter((file) => file.isDirty);
  // Without the user's own files: they may be working in the same tree.
  const footprint =
    dirty.length === 0 || transcriptPath === null
      ? null
      : await readSessionFootprint(transcriptPath, Date.now());
  const own = dirty.filter(({ path }) => footprint?.owns(`${tree.root}/${path}`));
  return {
    kind,
    fingerprint,
    changed: files.length > 0,
    uncommitted: own.map(({ path }) => path),
    problem: tree.problem ?? changes.problem,
  };
}
