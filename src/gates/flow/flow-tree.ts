// The work tree from a flow's view: what changed since its start, and what is not committed.
import type { Environment } from "../../config/environment.ts";
import type { Store } from "../../store/open.ts";
import { filesChangedSince } from "../../worktree/changed-files.ts";
import { type SessionChanges, sessionChangesSince } from "../../worktree/own-files.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { decodeTreeState, type TreeState } from "../../worktree/tree-state.ts";
import type { Flow, TreeView } from "./flow.ts";
import { startTreeOf } from "./rows.ts";

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
  /** If the caller knows the session's changes better than the transcript does. */
  own?: SessionChanges;
}

const MAX_COMPARE_MS = 5_000;
const MAX_TREE_MS = 10_000;

export async function readFlowTree(store: Store, flow: Flow, sources: TreeSources): Promise<FlowTree> {
  const { env, transcriptPath, readTree } = sources;
  const tree = await (readTree?.() ?? readTreeState(flow.projectDir, { env, deadlineMs: MAX_TREE_MS }));
  const own = sources.own ?? sessionChangesSince(transcriptPath, flow.createdAt);
  const start = decodeTreeState(startTreeOf(store, flow.id) ?? "");
  const { kind, fingerprint } = tree;
  const nothing = { kind, fingerprint, changed: false, uncommitted: [] };
  if (!start) return { ...nothing, problem: "the work tree at the flow's start is not known" };
  if (start.kind === "none" && kind === "none") {
    // Without a repository, only the session's own edits show a change.
    return { ...nothing, changed: await own.any(), problem: tree.problem };
  }
  const changes = await filesChangedSince(start, tree, { env, deadlineMs: MAX_COMPARE_MS });
  const files = changes.files.filter((file) => !file.isFromElsewhere);
  const dirty = files.filter((file) => file.isDirty);
  return {
    kind,
    fingerprint,
    changed: files.length > 0,
    // Without the user's own files: they may be working in the same tree.
    uncommitted: (await own.files(tree, tree.root ?? "", dirty)).map(({ path }) => path),
    problem: tree.problem ?? changes.problem,
  };
}
