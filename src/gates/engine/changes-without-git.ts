// What this session changed in a folder without a git repository: the files named by its edit calls. Changes by others are
// not seen. That a command ran is known, but not which files it changed.
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/hook-context.ts";
import type { MutatingCall } from "../../transcript/selectors/tool-calls.ts";
import { readMutatingCalls } from "../../worktree/mutating-calls.ts";
import { identify, readContent } from "../../worktree/read-content.ts";
import { DELETED, type DirtyFile, noTree, type TreeState } from "../../worktree/tree-state.ts";
import type { Changes } from "./changes.ts";

const MAX_FILES = 2000;

/** `calls`: the calls since the person's last prompt. null when they edited nothing in the project. */
export async function changesWithoutGit(
  { event, now }: HookContext<GatedEvent>,
  projectDir: string,
  calls: MutatingCall[],
): Promise<Changes | null> {
  if (namedFiles(projectDir, calls).length === 0) return null;
  // Of the whole session, so that the tree's fingerprint covers everything it has written.
  const all = await readMutatingCalls(event, 0);
  const dirty = namedFiles(projectDir, all).map((path): DirtyFile => {
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

/** Paths relative to the project's folder. */
function namedFiles(projectDir: string, calls: readonly MutatingCall[]): string[] {
  const names = new Set<string>();
  for (const { call, files } of calls) {
    if (call.tool === "Bash") continue;
    for (const file of files)
      if (file.startsWith(`${projectDir}/`)) names.add(file.slice(projectDir.length + 1));
  }
  return [...names].sort().slice(0, MAX_FILES);
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
