// What this session changed in a folder without a git repository: files that its calls named and that changed, and files that
// changed while one of its commands ran.
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { baselineDir } from "../../worktree/baseline.ts";
import { readFootprint } from "../../worktree/footprint.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import { identify, readContent } from "../../worktree/read-content.ts";
import { DELETED, type DirtyFile, noTree, type TreeState } from "../../worktree/tree-state.ts";
import type { Changes } from "./changes.ts";
import type { StopContext } from "./stop-context.ts";

const MAX_FILES = 2000;

/** `calls`: the calls since the person's last prompt. null when they changed no file in the project. */
export async function changesWithoutGit(
  { event, env, sessionId, now }: StopContext,
  projectDir: string,
  calls: MutatingCall[],
): Promise<Changes | null> {
  const footprint = await readFootprint(event, now, baselineDir(env, sessionId));
  const changedBy = ([first]: readonly MutatingCall[]) =>
    footprint.changedIn(projectDir, first?.call.timestamp ?? 0);
  if ((await changedBy(calls)).length === 0) return null;
  // Of the whole session, so that the tree's fingerprint covers everything it has written.
  const all = await readMutatingCalls(event, 0);
  const changed = (await changedBy(all)).slice(0, MAX_FILES);
  const dirty = changed.map((path): DirtyFile => {
    const content = identify(readContent(projectDir, path), "sha1");
    return { path, status: "??", content, committed: null };
  });
  const tree = treeOfEdits(projectDir, dirty, all, now);
  return {
    root: projectDir,
    start: noTree(now, null),
    tree,
    wholeTree: async () => tree,
    files: dirty.map(({ path, content }) => ({
      path,
      isDeleted: content === DELETED,
      isDirty: true,
      isFromElsewhere: false,
      old: [],
    })),
    filesOfOthers: async () => [],
    calls,
    // The earlier content of the files is not known.
    addedLines: async () => ({ lines: [], removed: [], skipped: [], problem: null }),
  };
}

function treeOfEdits(
  root: string,
  dirty: DirtyFile[],
  calls: readonly MutatingCall[],
  at: number,
): TreeState {
  const lastCommand = calls.findLast(({ call }) => call.tool === "Bash")?.call.id ?? "";
  const contents = dirty.map(({ path, content }) => [path, content]);
  const fingerprint = Bun.SHA256.hash(JSON.stringify([lastCommand, contents]), "hex").slice(0, 20);
  // The last command takes the place of a commit: after another command, the tree counts as another one.
  return { ...noTree(at, null), head: lastCommand || null, root, dirty, fingerprint };
}
